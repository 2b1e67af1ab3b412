import { copyValue } from '../../bson/copy-value.js';
import { isDocument, typeNameOf } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { asNumber } from '../../query/predicates/integer-operand.js';
import type { FieldChanges } from '../field-changes.js';
import type { Target } from '../target.js';
import { documentLabel, type UpdateRun } from '../update-run.js';
import type { OperatorParser, OperatorTools } from './operator.js';
import { compileArraySort } from './sort-elements.js';

interface PushOptions {
  readonly values: readonly unknown[];
  readonly position: number | undefined;
  readonly slice: number | undefined;
  readonly sort: ((elements: unknown[]) => void) | undefined;
}

export const push: OperatorParser = (operand, _path, tools) => {
  const options = readPush(operand, tools);
  return {
    missing: 'create',
    apply: (target, run) => {
      const before = arrayOf(target, run);
      const after = [...before];
      insertAt(after, options);
      options.sort?.(after);
      const kept = options.slice === undefined ? after : sliced(after, options.slice);
      storeArray(target, run.changes, before, kept);
    },
  };
};

function readPush(operand: unknown, tools: OperatorTools): PushOptions {
  if (!isDocument(operand) || !Object.hasOwn(operand, '$each')) {
    return { values: [operand], position: undefined, slice: undefined, sort: undefined };
  }
  const values: unknown = operand.$each;
  if (!Array.isArray(values)) {
    throw new MongoError(
      2,
      `The argument to $each in $push must be an array but it was of type: ${typeNameOf(values)}`,
    );
  }
  for (const name of Object.keys(operand)) {
    if (!['$each', '$slice', '$sort', '$position'].includes(name)) {
      throw new MongoError(2, `Unrecognized clause in $push: ${name}`);
    }
  }
  return {
    values,
    position: integerClause('$position', operand.$position),
    slice: integerClause('$slice', operand.$slice),
    sort: operand.$sort === undefined ? undefined : compileArraySort(operand.$sort, tools.compare),
  };
}

function integerClause(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number)) {
    throw new MongoError(2, `The value for ${name} must be an integer value but was given type: ${typeNameOf(value)}`);
  }
  return number;
}

function insertAt(array: unknown[], { values, position }: PushOptions): void {
  const added = values.map(copyValue);
  if (position === undefined || position >= array.length) array.push(...added);
  else array.splice(position < 0 ? Math.max(0, array.length + position) : position, 0, ...added);
}

function sliced(array: unknown[], slice: number): unknown[] {
  if (slice === 0) return [];
  return slice > 0 ? array.slice(0, slice) : array.slice(slice);
}

function arrayOf(target: Target, run: UpdateRun): readonly unknown[] {
  if (!target.exists) return [];
  if (Array.isArray(target.value)) return target.value;
  throw new MongoError(
    2,
    `The field '${target.path}' must be an array but is of type ${typeNameOf(target.value)} in document ${documentLabel(run)}`,
  );
}

/** Stores an array; a change stream is told of elements at the end rather than of the whole, if that is all. */
function storeArray(target: Target, changes: FieldChanges, before: readonly unknown[], after: unknown[]): void {
  const existing = target.value;
  const isAppended = after.length >= before.length && before.every((element, i) => after[i] === element);
  if (!Array.isArray(existing) || !isAppended) {
    if (target.exists && before.length === after.length && isAppended) return;
    target.set(after);
    return;
  }
  for (let i = before.length; i < after.length; i++) {
    existing.push(after[i]);
    changes.set(`${target.path}.${i}`);
  }
}

export const addToSet: OperatorParser = (operand, _path, { compare }) => {
  const values = readSetMembers(operand);
  return {
    missing: 'create',
    apply: (target, run) => {
      if (target.exists && !Array.isArray(target.value)) {
        throw new MongoError(
          2,
          `Cannot apply $addToSet to non-array field. Field named '${target.path.slice(target.path.lastIndexOf('.') + 1)}' has non-array type ${typeNameOf(target.value)}`,
        );
      }
      const before = arrayOf(target, run);
      const after = [...before];
      for (const value of values) {
        if (!after.some((element) => compare(element, value) === 0)) after.push(copyValue(value));
      }
      storeArray(target, run.changes, before, after);
    },
  };
};

function readSetMembers(operand: unknown): readonly unknown[] {
  if (!isDocument(operand) || !Object.hasOwn(operand, '$each')) return [operand];
  const each: unknown = operand.$each;
  if (!Array.isArray(each)) {
    throw new MongoError(
      14,
      `The argument to $each in $addToSet must be an array but it was of type ${typeNameOf(each)}`,
    );
  }
  const stranger = Object.keys(operand).find((name) => name !== '$each');
  if (stranger !== undefined) {
    throw new MongoError(2, `Found unexpected fields after $each in $addToSet: ${stranger}`);
  }
  return each;
}
