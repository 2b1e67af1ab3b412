import { BSON_TYPE, bsonTypeOf, TYPE_NAMES } from '../../bson/value-type.js';
import { type NumericValue, toPlainNumber } from '../../keys/exact-number.js';
import { MongoError } from '../../mongo-error.js';
import type { ValueTest } from '../predicate.js';

const TYPES_BY_NAME = new Map(Object.entries(TYPE_NAMES).map(([type, name]) => [name, Number(type)]));

export const NUMERIC_TYPES: readonly number[] = [BSON_TYPE.DOUBLE, BSON_TYPE.INT, BSON_TYPE.LONG, BSON_TYPE.DECIMAL];

/** `$type`: one type or several, by name or number. */
export function hasType(operand: unknown): ValueTest {
  const wanted = Array.isArray(operand) ? operand : [operand];
  if (wanted.length === 0) throw new MongoError(9, '$type must match at least one type');
  const types = new Set(wanted.flatMap(typesNamed));
  return {
    kind: 'test',
    operator: '$type',
    operand,
    leafArrays: 'elements',
    test: (value) => value !== undefined && types.has(bsonTypeOf(value)),
  };
}

/** The types that a name or a number of `$type` stands for. */
export function typesNamed(name: unknown): readonly number[] {
  if (name === 'number') return NUMERIC_TYPES;
  if (typeof name === 'string') {
    const type = TYPES_BY_NAME.get(name);
    if (type === undefined) throw new MongoError(2, `Unknown type name alias: ${name}`);
    return [type];
  }
  if (!NUMERIC_TYPES.includes(bsonTypeOf(name))) {
    throw new MongoError(14, 'type must be represented as a number or a string');
  }
  const type = Number(toPlainNumber(name as NumericValue));
  if (!(type in TYPE_NAMES)) throw new MongoError(2, `Invalid numerical type code: ${type}`);
  return [type];
}
