import { BSON_TYPE, bsonTypeOf } from '../../bson/value-type.js';
import { compareOfType, compareText, type TextOrder, typeOrderOf } from '../../keys/compare-values.js';
import { KEY_TYPE } from '../../keys/encode-key.js';
import { type NumericValue, toPlainNumber } from '../../keys/exact-number.js';
import { MongoError } from '../../mongo-error.js';
import type { ValueTest } from '../predicate.js';

export type ComparisonOperator = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

/** `$eq`, `$gt`, `$gte`, `$lt`, `$lte`: they find values of the operand's kind of type only. */
export function comparison(operator: ComparisonOperator, operand: unknown, textOrder?: TextOrder): ValueTest {
  if (operator !== '$eq' && bsonTypeOf(operand) === BSON_TYPE.REGULAR_EXPRESSION) {
    throw new MongoError(2, `Can't have RegEx as arg to predicate over field with operator ${operator}.`);
  }
  return { kind: 'test', operator, operand, leafArrays: 'elements', test: compile(operator, operand, textOrder) };
}

function compile(
  operator: ComparisonOperator,
  operand: unknown,
  textOrder: TextOrder = compareText,
): (value: unknown) => boolean {
  const type = typeOrderOf(operand);
  switch (type) {
    case KEY_TYPE.NULL:
    case KEY_TYPE.UNDEFINED:
      if (operator === '$gt' || operator === '$lt') return never;
      return (value) => value === null || value === undefined;
    case KEY_TYPE.MIN_KEY:
    case KEY_TYPE.MAX_KEY:
      return compareWithExtreme(operator, type);
    case KEY_TYPE.NUMBER:
      return compareNumbers(operator, operand as NumericValue);
    case KEY_TYPE.STRING:
      if (operator === '$eq' && textOrder === compareText && typeof operand === 'string') return equalsText(operand);
  }
  const passes = passesOrder(operator);
  return (value) => typeOrderOf(value) === type && passes(compareOfType(type, value, operand, textOrder));
}

function never(): boolean {
  return false;
}

function equalsText(operand: string): (value: unknown) => boolean {
  return (value) =>
    value === operand ||
    (typeof value === 'object' &&
      value !== null &&
      bsonTypeOf(value) === BSON_TYPE.SYMBOL &&
      String(value) === operand);
}

/** Every value may be compared with the two that are beyond all others. */
function compareWithExtreme(operator: ComparisonOperator, type: number): (value: unknown) => boolean {
  const passes = passesOrder(operator);
  return (value) => passes(typeOrderOf(value) - type);
}

function compareNumbers(operator: ComparisonOperator, operand: NumericValue): (value: unknown) => boolean {
  const passes = passesOrder(operator);
  const plain = toPlainNumber(operand);
  if (typeof plain === 'number' && Number.isNaN(plain)) {
    if (operator === '$gt' || operator === '$lt') return never;
    return (value) => typeOrderOf(value) === KEY_TYPE.NUMBER && Number.isNaN(toPlainNumber(value as NumericValue));
  }
  const general = (value: unknown): boolean => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'bigint')) return false;
    if (typeOrderOf(value) !== KEY_TYPE.NUMBER || Number.isNaN(toPlainNumber(value as NumericValue))) return false;
    return passes(compareOfType(KEY_TYPE.NUMBER, value, operand, compareText));
  };
  if (typeof plain !== 'number') {
    return (value) =>
      typeof value === 'number'
        ? !Number.isNaN(value) && passes(compareOfType(KEY_TYPE.NUMBER, value, operand, compareText))
        : general(value);
  }
  switch (operator) {
    case '$eq':
      return (value) => (typeof value === 'number' ? value === plain : general(value));
    case '$gt':
      return (value) => (typeof value === 'number' ? value > plain : general(value));
    case '$gte':
      return (value) => (typeof value === 'number' ? value >= plain : general(value));
    case '$lt':
      return (value) => (typeof value === 'number' ? value < plain : general(value));
    default:
      return (value) => (typeof value === 'number' ? value <= plain : general(value));
  }
}

function passesOrder(operator: ComparisonOperator): (order: number) => boolean {
  switch (operator) {
    case '$eq':
      return (order) => order === 0;
    case '$gt':
      return (order) => order > 0;
    case '$gte':
      return (order) => order >= 0;
    case '$lt':
      return (order) => order < 0;
    default:
      return (order) => order <= 0;
  }
}
