import type { Document } from 'bson';
import { setField } from '../bson/decode.js';
import { describeValue } from '../bson/describe-value.js';
import { isDocument } from '../bson/value-type.js';
import { MongoError } from '../mongo-error.js';
import { arrayPosition, fieldOf } from '../query/path.js';
import type { PathPart } from './update-path.js';
import type { UpdateRun } from './update-run.js';

/** No single update may fill an array up with more nulls. */
const MAX_BACKFILL = 1_500_000;

/** A place in a document that an update is about: a field of a document or an element of an array. */
export interface Target {
  readonly path: string;
  /** Its value, `undefined` if there is none. */
  readonly value: unknown;
  readonly exists: boolean;
  /** The document or array that holds it, if that exists already. */
  readonly holder: Document | unknown[] | undefined;
  /** Stores a value, making the documents on the way that are missing. */
  set(value: unknown): void;
  /** Takes a field away; an element becomes null. */
  unset(): void;
}

/** What becomes of a path that cannot be followed: an error, or nothing, for operators that only take away. */
export type Missing = 'create' | 'ignore';

/** Finds all places that a path leads to in the document of a run. */
export function targetsOf(run: UpdateRun, parts: readonly PathPart[], missing: Missing): Target[] {
  const targets: Target[] = [];
  walk(run, run.document, parts, 0, '', missing, targets);
  return targets;
}

function walk(
  run: UpdateRun,
  holder: Document | unknown[],
  parts: readonly PathPart[],
  at: number,
  prefix: string,
  missing: Missing,
  targets: Target[],
): void {
  for (const name of namesOf(run, holder, parts, at, prefix)) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (Array.isArray(holder) && arrayPosition(name) < 0) {
      if (missing === 'ignore') continue;
      throw notViable(name, prefix, holder);
    }
    const value = Array.isArray(holder) ? holder[arrayPosition(name)] : fieldOf(holder, name);
    const exists = Array.isArray(holder) ? arrayPosition(name) < holder.length : Object.hasOwn(holder, name);
    if (at === parts.length - 1) {
      targets.push(new ExistingPlace(run, path, holder, name, value, exists));
    } else if (Array.isArray(value) || isDocument(value)) {
      walk(run, value, parts, at + 1, path, missing, targets);
    } else if (missing === 'create') {
      if (exists) throw unfollowable(parts[at + 1] as PathPart, name, value);
      targets.push(new MissingPlace(run, path, holder, name, namesToCreate(parts, at + 1, path)));
    }
  }
}

function unfollowable(next: PathPart, name: string, value: unknown): MongoError {
  return next.kind === 'name' ? notViable(next.name, name, value) : notAnArray(name, value);
}

function notAnArray(path: string, value: unknown): MongoError {
  return new MongoError(
    2,
    `Cannot apply array updates to non-array element ${lastName(path)}: ${describeValue(value)}`,
  );
}

function namesToCreate(parts: readonly PathPart[], from: number, path: string): string[] {
  return parts.slice(from).map((part) => {
    if (part.kind !== 'name') {
      throw new MongoError(2, `The path '${path}' must exist in the document in order to apply array updates.`);
    }
    return part.name;
  });
}

function namesOf(
  run: UpdateRun,
  holder: Document | unknown[],
  parts: readonly PathPart[],
  at: number,
  prefix: string,
): readonly string[] {
  const part = parts[at] as PathPart;
  if (part.kind === 'name') return [part.name];
  if (part.kind === 'matched') {
    const position = run.matchedPosition(prefix);
    if (position === undefined) {
      throw new MongoError(2, 'The positional operator did not find the match needed from the query.');
    }
    return [String(position)];
  }
  if (!Array.isArray(holder)) throw notAnArray(prefix, holder);
  const positions = holder.map((_, position) => position);
  const chosen =
    part.kind === 'all'
      ? positions
      : positions.filter((position) => run.passesArrayFilter(part.identifier, holder[position]));
  return chosen.map(String);
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function notViable(name: string, holderPath: string, holder: unknown): MongoError {
  return new MongoError(
    28,
    `Cannot create field '${name}' in element {${lastName(holderPath)}: ${describeValue(holder)}}`,
  );
}

function store(holder: Document | unknown[], name: string, value: unknown): void {
  if (!Array.isArray(holder)) {
    setField(holder, name, value);
    return;
  }
  const position = Number(name);
  if (position - holder.length > MAX_BACKFILL) {
    throw new MongoError(2, `can't backfill more than ${MAX_BACKFILL} elements`);
  }
  while (holder.length < position) holder.push(null);
  holder[position] = value;
}

class ExistingPlace implements Target {
  readonly path: string;
  readonly value: unknown;
  readonly exists: boolean;
  readonly holder: Document | unknown[];
  readonly #run: UpdateRun;
  readonly #name: string;

  constructor(
    run: UpdateRun,
    path: string,
    holder: Document | unknown[],
    name: string,
    value: unknown,
    exists: boolean,
  ) {
    this.#run = run;
    this.path = path;
    this.holder = holder;
    this.#name = name;
    this.value = value;
    this.exists = exists;
  }

  set(value: unknown): void {
    store(this.holder, this.#name, value);
    this.#run.changes.set(this.path);
  }

  unset(): void {
    if (!this.exists) return;
    if (Array.isArray(this.holder)) {
      this.set(null);
      return;
    }
    delete this.holder[this.#name];
    this.#run.changes.remove(this.path);
  }
}

class MissingPlace implements Target {
  readonly path: string;
  readonly value = undefined;
  readonly exists = false;
  readonly holder = undefined;
  readonly #run: UpdateRun;
  readonly #ancestor: Document | unknown[];
  readonly #name: string;
  readonly #rest: readonly string[];
  readonly #ancestorPath: string;

  constructor(
    run: UpdateRun,
    ancestorPath: string,
    ancestor: Document | unknown[],
    name: string,
    rest: readonly string[],
  ) {
    this.#run = run;
    this.#ancestorPath = ancestorPath;
    this.#ancestor = ancestor;
    this.#name = name;
    this.#rest = rest;
    this.path = [ancestorPath, ...rest].join('.');
  }

  set(value: unknown): void {
    let made = value;
    for (const name of [...this.#rest].reverse()) {
      const holder: Document = {};
      setField(holder, name, made);
      made = holder;
    }
    store(this.#ancestor, this.#name, made);
    this.#run.changes.set(this.#ancestorPath);
  }

  unset(): void {}
}
