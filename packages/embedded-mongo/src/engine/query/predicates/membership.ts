import type { BSONRegExp } from 'bson';
import { BSON_TYPE, bsonTypeOf, isDocument } from '../../bson/value-type.js';
import { equalValues, type TextOrder, typeOrderOf } from '../../keys/compare-values.js';
import { encodeKey, KEY_TYPE } from '../../keys/encode-key.js';
import { type NumericValue, toPlainNumber } from '../../keys/exact-number.js';
import { MongoError } from '../../mongo-error.js';
import type { ValueTest } from '../predicate.js';
import { patternOf, regularExpression } from './regular-expression.js';

/** `$in`: equal to one of the operands, or matched by a regular expression among them. */
export function membership(operand: unknown, textOrder?: TextOrder): ValueTest {
  if (!Array.isArray(operand)) throw new MongoError(2, '$in needs an array');
  const expressions: ((value: unknown) => boolean)[] = [];
  const values: unknown[] = [];
  for (const member of operand as unknown[]) {
    if (isDocument(member) && Object.keys(member)[0]?.startsWith('$') && !isReference(member)) {
      throw new MongoError(2, `cannot nest $ under $in`);
    }
    if (bsonTypeOf(member) === BSON_TYPE.REGULAR_EXPRESSION) {
      const { pattern, options } = patternOf(member as BSONRegExp | RegExp);
      expressions.push(regularExpression(pattern, options).test);
    } else {
      values.push(member);
    }
  }
  const isOneOf = textOrder ? oneByOne(values, textOrder) : bySet(values);
  const test =
    expressions.length === 0
      ? isOneOf
      : (value: unknown) => isOneOf(value) || expressions.some((expression) => expression(value));
  return { kind: 'test', operator: '$in', operand, leafArrays: 'elements', test };
}

function isReference(member: Record<string, unknown>): boolean {
  return '$ref' in member || '$id' in member;
}

function oneByOne(values: readonly unknown[], textOrder: TextOrder): (value: unknown) => boolean {
  const findsMissing = values.includes(null);
  return (value) => (value === undefined ? findsMissing : values.some((one) => equalValues(one, value, textOrder)));
}

function bySet(values: readonly unknown[]): (value: unknown) => boolean {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  const keys = new Set<string>();
  const findsMissing = values.some((value) => value === null || value === undefined);
  for (const value of values) {
    keys.add(keyText(value));
    switch (typeOrderOf(value)) {
      case KEY_TYPE.STRING:
        texts.add(String(value));
        break;
      case KEY_TYPE.NUMBER: {
        const plain = toPlainNumber(value as NumericValue);
        if (typeof plain === 'number') numbers.add(plain);
      }
    }
  }
  return (value) => {
    if (value === undefined || value === null) return findsMissing;
    if (typeof value === 'string') return texts.has(value);
    if (typeof value === 'number') return numbers.has(value);
    return keys.has(keyText(value));
  };
}

function keyText(value: unknown): string {
  return Buffer.from(encodeKey(value)).toString('latin1');
}
