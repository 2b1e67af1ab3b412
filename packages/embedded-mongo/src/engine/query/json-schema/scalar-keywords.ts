import { BSON_TYPE, bsonTypeOf } from '../../bson/value-type.js';
import { compareValues } from '../../keys/compare-values.js';
import { MongoError } from '../../mongo-error.js';
import { remainderOfDecimals, toDecimalValue } from '../../numbers/decimal.js';
import { isBsonNumber } from '../../numbers/number-kind.js';
import { compilePattern } from '../predicates/regular-expression.js';
import { typesNamed } from '../predicates/type.js';
import { countOperand, type KeywordCompiler, listOperand } from './keyword.js';

const JSON_TYPES: Readonly<Record<string, string>> = {
  object: 'object',
  array: 'array',
  number: 'number',
  boolean: 'bool',
  string: 'string',
  null: 'null',
};

const bsonType: KeywordCompiler = (operand) => {
  const types = new Set((Array.isArray(operand) ? operand : [operand]).flatMap(typesNamed));
  return (value) => types.has(bsonTypeOf(value));
};

const jsonType: KeywordCompiler = (operand, tools) => {
  const names = (Array.isArray(operand) ? operand : [operand]).map((name: unknown) => {
    const known = typeof name === 'string' && Object.hasOwn(JSON_TYPES, name) ? JSON_TYPES[name] : undefined;
    if (known === undefined) {
      throw new MongoError(9, `$jsonSchema type '${String(name)}' is not currently supported.`);
    }
    return known;
  });
  return bsonType(names, tools);
};

/** `minimum` and `maximum`, with the flags that exclude the limit itself. */
function limit(sign: 1 | -1, flag: string): KeywordCompiler {
  return (operand, { keyword, schema }) => {
    if (!isBsonNumber(operand)) throw new MongoError(14, `$jsonSchema keyword '${keyword}' must be a number`);
    const excludes = schema[flag] === true;
    return (value) => {
      if (!isBsonNumber(value)) return true;
      const order = sign * compareValues(value, operand);
      return excludes ? order > 0 : order >= 0;
    };
  };
}

function flagOf(partner: string): KeywordCompiler {
  return (operand, { keyword, schema }) => {
    if (typeof operand !== 'boolean') throw new MongoError(14, `$jsonSchema keyword '${keyword}' must be a boolean`);
    if (!(partner in schema)) {
      throw new MongoError(9, `$jsonSchema keyword '${partner}' must be a present if ${keyword} is present`);
    }
    return undefined;
  };
}

const multipleOf: KeywordCompiler = (operand, { keyword }) => {
  if (!isBsonNumber(operand)) throw new MongoError(14, `$jsonSchema keyword '${keyword}' must be a number`);
  const divisor = toDecimalValue(operand);
  return (value) => {
    if (!isBsonNumber(value)) return true;
    const remainder = remainderOfDecimals(toDecimalValue(value), divisor);
    return typeof remainder === 'object' && remainder.coefficient === 0n;
  };
};

function textLength(passes: (length: number, limit: number) => boolean): KeywordCompiler {
  return (operand, { keyword }) => {
    const wanted = countOperand(operand, keyword);
    return (value) => typeof value !== 'string' || passes([...value].length, wanted);
  };
}

const pattern: KeywordCompiler = (operand, { keyword }) => {
  if (typeof operand !== 'string') throw new MongoError(14, `$jsonSchema keyword '${keyword}' must be a string`);
  const expression = compilePattern(operand, '');
  return (value) => bsonTypeOf(value) !== BSON_TYPE.STRING || expression.test(value as string);
};

const oneOfValues: KeywordCompiler = (operand, { keyword }) => {
  const values = listOperand(operand, keyword);
  return (value) => values.some((one) => compareValues(one, value) === 0);
};

export const SCALAR_KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  bsonType,
  type: jsonType,
  enum: oneOfValues,
  minimum: limit(1, 'exclusiveMinimum'),
  maximum: limit(-1, 'exclusiveMaximum'),
  exclusiveMinimum: flagOf('minimum'),
  exclusiveMaximum: flagOf('maximum'),
  multipleOf,
  minLength: textLength((length, wanted) => length >= wanted),
  maxLength: textLength((length, wanted) => length <= wanted),
  pattern,
};
