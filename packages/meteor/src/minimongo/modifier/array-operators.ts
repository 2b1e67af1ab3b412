import { compileCondition, compileDocumentSelector, type SelectorFacts } from '../matcher/compile-selector.js';
import { MinimongoError } from '../minimongo-error.js';
import { Sorter } from '../sorter.js';
import { isIndexable, isOperatorObject, isPlainObject, type PlainObject } from '../values/bson-type.js';
import { areEqual, compareValues } from '../values/compare.js';
import type { Draft } from './draft.js';
import { assertValidFieldNames } from './field-names.js';
import type { Target } from './find-targets.js';
import type { UpdateOperator } from './operators.js';

/** The array to change; `undefined` if there is no field. Throws for anything else. */
function openArray({ container, key }: Target, operator: string, draft: Draft): unknown[] | undefined {
  const value = Object.hasOwn(container, key) ? (container as PlainObject)[key] : undefined;
  if (value === undefined) return undefined;
  const array = draft.openArray(container, key);
  if (!array) throw MinimongoError(`Cannot apply ${operator} modifier to non-array`, { field: key });
  return array;
}

function replace({ container, key }: Target, array: unknown[]): void {
  (container as PlainObject)[key] = array;
}

function readEach(operand: unknown, field: string | number): unknown[] {
  const each = isPlainObject(operand) && Object.hasOwn(operand, '$each') ? operand.$each : [operand];
  if (!Array.isArray(each)) throw MinimongoError('$each must be an array', { field });
  assertValidFieldNames(each);
  return each;
}

function readNumber(operand: PlainObject, name: string, field: string | number): number | undefined {
  const value = operand[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw MinimongoError(`${name} must be a numeric value`, { field });
  return value;
}

function push(target: Target, operand: unknown, draft: Draft): void {
  const field = target.key;
  const each = readEach(operand, field);
  let array = openArray(target, '$push', draft) ?? [];
  const options = isPlainObject(operand) && Object.hasOwn(operand, '$each') ? operand : {};
  const position = readNumber(options, '$position', field);
  const slice = readNumber(options, '$slice', field);
  const compare = options.$sort === undefined ? undefined : readSort(options.$sort, each, field);
  // Not spread as arguments: there may be more than a call can take.
  const start = position === undefined ? array.length : position < 0 ? Math.max(array.length + position, 0) : position;
  array = [...array.slice(0, start), ...each, ...array.slice(start)];
  if (compare) array.sort(compare);
  if (slice !== undefined) array = slice < 0 ? array.slice(slice) : array.slice(0, slice);
  replace(target, array);
}

function readSort(spec: unknown, each: readonly unknown[], field: string | number) {
  if (typeof spec === 'number') return (a: unknown, b: unknown) => Math.sign(spec) * compareValues(a, b);
  if (!each.every(isPlainObject)) {
    throw MinimongoError('$push like modifiers using $sort require all elements to be objects', { field });
  }
  return new Sorter(spec).getComparator() as (a: unknown, b: unknown) => number;
}

function pushAll(target: Target, operand: unknown, draft: Draft): void {
  if (!Array.isArray(operand)) throw MinimongoError('Modifier $pushAll/pullAll allowed for arrays only');
  push(target, { $each: operand }, draft);
}

function addToSet(target: Target, operand: unknown, draft: Draft): void {
  // Only as the first key it is an operator; elsewhere it is a field, of a name that is not allowed.
  const isEach = isPlainObject(operand) && Object.keys(operand)[0] === '$each';
  const each = readEach(isEach ? operand : { $each: [operand] }, target.key);
  const array = openArray(target, '$addToSet', draft) ?? [];
  for (const value of each) if (!array.some((element) => areEqual(value, element))) array.push(value);
  replace(target, array);
}

function pop(target: Target, operand: unknown, draft: Draft): void {
  const array = openArray(target, '$pop', draft);
  if (typeof operand === 'number' && operand < 0) array?.shift();
  else array?.pop();
}

function pull(target: Target, operand: unknown, draft: Draft): void {
  const array = openArray(target, '$pull/pullAll', draft);
  if (!array) return;
  const matches = readPullCondition(operand);
  replace(
    target,
    array.filter((element) => !matches(element)),
  );
}

/** What to pull out: objects that match a selector, values that meet operators, or equal values. */
function readPullCondition(operand: unknown): (element: unknown) => boolean {
  const facts: SelectorFacts = {
    isUpdate: false,
    paths: new Set(),
    hasGeoQuery: false,
    hasWhere: false,
    isSimple: true,
  };
  if (isPlainObject(operand) && !isOperatorObject(operand)) {
    const matcher = compileDocumentSelector(operand, { facts, inElemMatch: true });
    return (element) => isIndexable(element) && matcher(element).result;
  }
  if (isPlainObject(operand) || operand instanceof RegExp) {
    const matcher = compileCondition(operand, { facts });
    return (value) => matcher.matchBranches([{ value, dontIterate: true }]).result;
  }
  return (element) => areEqual(element, operand);
}

function pullAll(target: Target, operand: unknown, draft: Draft): void {
  if (!Array.isArray(operand)) {
    throw MinimongoError('Modifier $pushAll/pullAll allowed for arrays only', { field: target.key });
  }
  const array = openArray(target, '$pull/pullAll', draft);
  if (!array) return;
  replace(
    target,
    array.filter((element) => !operand.some((each) => areEqual(element, each))),
  );
}

/** What an update can do to an array. */
export const arrayOperators = {
  $push: { apply: push },
  $pushAll: { apply: pushAll },
  $addToSet: { apply: addToSet },
  $pop: { apply: pop, noCreate: true },
  $pull: { apply: pull, noCreate: true },
  $pullAll: { apply: pullAll, noCreate: true },
} satisfies Record<string, UpdateOperator>;
