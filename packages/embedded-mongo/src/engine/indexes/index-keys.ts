import type { Document } from 'bson';
import { isDocument } from '../bson/value-type.js';
import { KEY_TYPE, type TextFold, writeKey } from '../keys/encode-key.js';
import { KeyWriter } from '../keys/key-writer.js';
import { MongoError } from '../mongo-error.js';
import { arrayPosition, fieldOf } from '../query/path.js';

/** One field of an index or a sort. */
export interface KeyPart {
  readonly path: string;
  readonly direction: 1 | -1;
}

/** Where the walk along one path has come to: the value, and what is left of the path. */
interface Walk {
  readonly value: unknown;
  readonly rest: readonly string[];
}

export interface ExtractedKeys {
  /** Distinct keys; one unless an array is involved. */
  readonly keys: readonly Uint8Array[];
  /** For each part whether an array was on or at the end of its path. */
  readonly arrays: readonly boolean[];
  /** None of the paths leads to anything. */
  readonly isMissing: boolean;
}

/** Makes the keys of documents for an index or a sort. */
export class KeyExtractor {
  readonly parts: readonly KeyPart[];
  readonly #paths: readonly (readonly string[])[];
  readonly #fold: TextFold | undefined;
  readonly #isSimple: boolean;
  readonly #writer = new KeyWriter();

  constructor(parts: readonly KeyPart[], fold: TextFold | undefined) {
    this.parts = parts;
    this.#paths = parts.map(({ path }) => path.split('.'));
    this.#fold = fold;
    this.#isSimple = this.#paths.every((path) => path.length === 1);
  }

  /** @throws MongoError 171 CannotIndexParallelArrays */
  keysOf(document: Document): ExtractedKeys {
    return (this.#isSimple && this.#simpleKey(document)) || this.#generalKeys(document);
  }

  /** The usual case, without arrays and dots. */
  #simpleKey(document: Document): ExtractedKeys | undefined {
    let isMissing = true;
    for (const { path, direction } of this.parts) {
      const value = fieldOf(document, path);
      if (Array.isArray(value)) {
        this.#writer.clear();
        return undefined;
      }
      if (value !== undefined) isMissing = false;
      this.#write(value ?? null, direction);
    }
    return { keys: [this.#writer.take()], arrays: NO_ARRAYS, isMissing };
  }

  #generalKeys(document: Document): ExtractedKeys {
    const tuples: unknown[][] = [];
    const arrays = this.parts.map(() => false);
    expand(
      this.#paths.map((rest) => walkTo({ value: document, rest })),
      arrays,
      this.parts,
      tuples,
    );
    const keys = new Map<string, Uint8Array>();
    let isMissing = true;
    for (const tuple of tuples) {
      for (const [i, value] of tuple.entries()) {
        if (value !== undefined) isMissing = false;
        this.#write(value === undefined ? null : value, this.parts[i]?.direction ?? 1);
      }
      const key = this.#writer.take();
      keys.set(Buffer.from(key).toString('latin1'), key);
    }
    return { keys: [...keys.values()], arrays, isMissing };
  }

  #write(value: unknown, direction: 1 | -1): void {
    const start = this.#writer.length;
    if (value === EMPTY_ARRAY) this.#writer.byte(KEY_TYPE.UNDEFINED);
    else writeKey(this.#writer, value, this.#fold);
    if (direction === -1) this.#writer.invertFrom(start);
  }
}

const NO_ARRAYS: readonly boolean[] = [];

/** Stands for an empty array at the end of a path, which has a key of its own below null. */
const EMPTY_ARRAY = Symbol('empty array');

/** Follows a path through documents, up to its end, a gap or an array. */
function walkTo({ value, rest }: Walk): Walk {
  let at = 0;
  let current = value;
  while (at < rest.length) {
    if (Array.isArray(current)) break;
    if (!isDocument(current)) return { value: undefined, rest: [] };
    current = fieldOf(current, rest[at] as string);
    at++;
  }
  return { value: current, rest: rest.slice(at) };
}

function expand(walks: readonly Walk[], arrays: boolean[], parts: readonly KeyPart[], tuples: unknown[][]): void {
  const first = walks.findIndex(({ value, rest }) => Array.isArray(value) && !isFinished(rest));
  if (first < 0) {
    tuples.push(walks.map(({ value }) => value));
    return;
  }
  const array = walks[first]?.value as unknown[];
  for (const [i, { value, rest }] of walks.entries()) {
    if (!Array.isArray(value) || isFinished(rest)) continue;
    arrays[i] = true;
    if (value !== array) {
      throw new MongoError(171, `cannot index parallel arrays [${lastName(parts[i])}] [${lastName(parts[first])}]`);
    }
  }
  const onArray = (step: (walk: Walk) => Walk): Walk[] =>
    walks.map((walk) => (walk.value === array && !isFinished(walk.rest) ? step(walk) : walk));
  if (array.length === 0) {
    const ended = onArray(({ rest }) => ({ value: rest.length === 0 ? EMPTY_ARRAY : undefined, rest: FINISHED }));
    expand(ended, arrays, parts, tuples);
    return;
  }
  for (const [position, element] of array.entries()) {
    const stepped = onArray(({ rest }) => intoElement(element, position, rest));
    expand(stepped, arrays, parts, tuples);
  }
}

/** Marks values that are not to be looked into any further, be they arrays. */
const FINISHED: readonly string[] = ['\0finished'];

function isFinished(rest: readonly string[]): boolean {
  return rest === FINISHED;
}

function intoElement(element: unknown, position: number, rest: readonly string[]): Walk {
  const [next] = rest;
  if (next === undefined) return { value: element, rest: FINISHED };
  if (arrayPosition(next) === position) {
    if (rest.length === 1) return { value: element, rest: FINISHED };
    return walkTo({ value: element, rest: rest.slice(1) });
  }
  if (isDocument(element)) return walkTo({ value: element, rest });
  return { value: undefined, rest: FINISHED };
}

function lastName(part: KeyPart | undefined): string {
  return part?.path.slice(part.path.lastIndexOf('.') + 1) ?? '';
}
