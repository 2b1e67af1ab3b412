import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import { isDocument, typeNameOf } from '../bson/value-type.js';
import { MongoError } from '../mongo-error.js';
import { type ArrayFilters, checkAllUsed } from './array-filters.js';
import { bit, increment, multiplication } from './operators/arithmetic.js';
import { addToSet, push } from './operators/array-additions.js';
import { pop, pull, pullAll } from './operators/array-removals.js';
import { currentDate, max, min, set, setOnInsert, unset } from './operators/assignment.js';
import type { OperatorParser, OperatorTools, UpdateOperator } from './operators/operator.js';
import { checkRenaming, type Renaming, renameField } from './rename-field.js';
import { targetsOf } from './target.js';
import { checkConflicts, comparePaths, type PathPart, parseUpdatePath } from './update-path.js';
import type { UpdateRun } from './update-run.js';

const OPERATORS: Readonly<Record<string, OperatorParser>> = {
  $set: set,
  $setOnInsert: setOnInsert,
  $unset: unset,
  $inc: increment,
  $mul: multiplication,
  $min: min,
  $max: max,
  $currentDate: currentDate,
  $bit: bit,
  $push: push,
  $addToSet: addToSet,
  $pop: pop,
  $pull: pull,
  $pullAll: pullAll,
};

/** One path and what is done to it. */
interface Step {
  readonly path: string;
  readonly parts: readonly PathPart[];
  readonly operator: UpdateOperator;
}

/** An update made of operators, ready to be applied to documents. */
export class Modifiers {
  readonly #steps: Step[] = [];
  readonly #renamings: Renaming[] = [];
  /** Some path has the positional `$`. */
  readonly usesMatchedPosition: boolean;
  /** The top-level fields that may change. */
  readonly touches: ReadonlySet<string>;

  /** @throws MongoError 9, 2, 14, 40, 52, 56 as MongoDB does for bad updates */
  constructor(update: Document, arrayFilters: ArrayFilters, tools: OperatorTools) {
    const paths: string[] = [];
    for (const name of Object.keys(update)) {
      const fields: unknown = update[name];
      const parser = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
      if (!parser && name !== '$rename') throw unknownModifier(name);
      if (!isDocument(fields)) throw notADocument(name, fields);
      for (const path of Object.keys(fields)) {
        refuseDollar(path);
        paths.push(path);
        if (parser) {
          this.#steps.push({ path, parts: parseUpdatePath(path), operator: parser(fields[path], path, tools) });
        } else {
          const to: unknown = fields[path];
          checkRenaming(path, to);
          paths.push(to);
          this.#renamings.push({ from: path, to, fromParts: parseUpdatePath(path), toParts: parseUpdatePath(to) });
        }
      }
    }
    this.#steps.sort((a, b) => comparePaths(a.path, b.path));
    checkConflicts(paths.sort(comparePaths));
    const used = identifiersOf(this.#steps);
    for (const [identifier, path] of used) {
      if (!arrayFilters.has(identifier)) {
        throw new MongoError(2, `No array filter found for identifier '${identifier}' in path '${path}'`);
      }
    }
    checkAllUsed(arrayFilters, new Set(used.keys()), update);
    this.touches = new Set(paths.map((path) => path.split('.', 1)[0] as string));
    this.usesMatchedPosition = this.#steps.some(({ parts }) => parts.some(({ kind }) => kind === 'matched'));
  }

  apply(run: UpdateRun): void {
    for (const renaming of this.#renamings) renameField(run, renaming);
    for (const { parts, operator } of this.#steps) {
      if (operator.onlyOnInsert && !run.isInsert) continue;
      for (const target of targetsOf(run, parts, operator.missing)) operator.apply(target, run);
    }
  }
}

function identifiersOf(steps: readonly Step[]): Map<string, string> {
  const identifiers = new Map<string, string>();
  for (const { parts, path } of steps) {
    for (const part of parts) if (part.kind === 'filtered') identifiers.set(part.identifier, path);
  }
  return identifiers;
}

function unknownModifier(name: string): MongoError {
  return new MongoError(
    9,
    `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
  );
}

function notADocument(name: string, fields: unknown): MongoError {
  return new MongoError(
    9,
    `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${describeValue(fields)}}`,
  );
}

function refuseDollar(path: string): void {
  if (!path.startsWith('$')) return;
  throw new MongoError(
    52,
    `The dollar ($) prefixed field '${path.split('.', 1)[0]}' in '${path}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}
