import { MinimongoError } from '../minimongo-error.js';
import { isPlainObject, type PlainObject } from '../values/bson-type.js';
import { compareValues } from '../values/compare.js';
import { arrayOperators } from './array-operators.js';
import type { Draft } from './draft.js';
import { assertValidFieldNames } from './field-names.js';
import { findTargets, type Target } from './find-targets.js';

/** Changes one field. */
export interface UpdateOperator {
  apply(target: Target, operand: unknown, draft: Draft): void;
  /** Refuses operands that make no sense, also where there is no field. */
  validate?(operand: unknown, path: string): void;
  /** Does nothing where there is no field. */
  readonly noCreate?: boolean;
  readonly forbidArray?: boolean;
}

function fieldOf({ container, key }: Target): unknown {
  return Object.hasOwn(container, key) ? (container as PlainObject)[key] : undefined;
}

function setField({ container, key }: Target, value: unknown): void {
  (container as PlainObject)[key] = value;
}

function arithmetic(name: string, whenMissing: (operand: number) => number, compute: (a: number, b: number) => number) {
  return {
    apply(target: Target, operand: unknown) {
      if (typeof operand !== 'number') {
        throw MinimongoError(`Modifier ${name} allowed for numbers only`, { field: target.key });
      }
      if (!Object.hasOwn(target.container, target.key)) {
        setField(target, whenMissing(operand));
        return;
      }
      const value = fieldOf(target);
      if (typeof value !== 'number') {
        throw MinimongoError(`Cannot apply ${name} modifier to non-number`, { field: target.key });
      }
      setField(target, compute(value, operand));
    },
  };
}

function choosing(isBetter: (order: number) => boolean) {
  return {
    apply(target: Target, operand: unknown) {
      const isMissing = !Object.hasOwn(target.container, target.key);
      if (isMissing || isBetter(compareValues(operand, fieldOf(target)))) setField(target, operand);
    },
  };
}

function set(target: Target, operand: unknown): void {
  assertValidFieldNames(operand);
  setField(target, operand);
}

function unset({ container, key }: Target): void {
  // The other elements of an array keep their indexes.
  if (Array.isArray(container)) container[key as number] = null;
  else delete container[key];
}

function validateRename(operand: unknown, field: string): void {
  if (typeof operand !== 'string') throw MinimongoError('$rename target must be a string', { field });
  if (operand === field) throw MinimongoError('$rename source must differ from target', { field });
  if (operand.includes('\0')) {
    throw MinimongoError("The 'to' field for $rename cannot contain an embedded null byte", { field });
  }
}

function rename(target: Target, operand: unknown, draft: Draft): void {
  const value = fieldOf(target);
  unset(target);
  for (const destination of findTargets(draft, operand as string, { forbidArray: true })) setField(destination, value);
}

function currentDate(target: Target, operand: unknown): void {
  const field = target.key;
  if (isPlainObject(operand) && Object.hasOwn(operand, '$type')) {
    if (operand.$type !== 'date') {
      throw MinimongoError('Minimongo does currently only support the date type in $currentDate modifiers', { field });
    }
  } else if (operand !== true) {
    throw MinimongoError('Invalid $currentDate modifier', { field });
  }
  setField(target, new Date());
}

const BIT_OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function isInt32(value: unknown): value is number {
  return typeof value === 'number' && (value | 0) === value;
}

function changeBits(target: Target, operand: unknown): void {
  const field = target.key;
  const operations = isPlainObject(operand) ? Object.entries(operand) : [];
  if (operations.length === 0) throw MinimongoError('$bit needs an object with and, or, or xor', { field });
  let value = fieldOf(target) ?? 0;
  for (const [name, mask] of operations) {
    const operation = Object.hasOwn(BIT_OPERATIONS, name) ? BIT_OPERATIONS[name] : undefined;
    if (!operation) throw MinimongoError(`$bit knows and, or, and xor, not ${name}`, { field });
    if (!isInt32(value) || !isInt32(mask)) throw MinimongoError('$bit is for integers of 32 bits', { field });
    value = operation(value, mask);
  }
  setField(target, value);
}

/** What an update can do to a field. */
export const updateOperators: Readonly<Record<string, UpdateOperator>> = Object.assign(Object.create(null), {
  $set: { apply: set },
  // Where an upsert inserts, it is taken for $set.
  $setOnInsert: { apply: () => {}, noCreate: true },
  $unset: { apply: unset, noCreate: true },
  $inc: arithmetic(
    '$inc',
    (operand) => operand,
    (a, b) => a + b,
  ),
  $mul: arithmetic(
    '$mul',
    () => 0,
    (a, b) => a * b,
  ),
  $min: choosing((order) => order < 0),
  $max: choosing((order) => order > 0),
  $rename: { apply: rename, validate: validateRename, noCreate: true, forbidArray: true },
  $currentDate: { apply: currentDate },
  $bit: { apply: changeBits },
  // Something that MongoDB writes in its log, and nothing to us.
  $v: { apply: () => {}, noCreate: true },
  ...arrayOperators,
} satisfies Record<string, UpdateOperator>);
