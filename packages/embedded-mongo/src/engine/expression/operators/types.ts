import { Decimal128, Long, ObjectId, Timestamp, UUID } from 'bson';
import { BSON_TYPE, bsonTypeOf, isDocument, TYPE_NAMES } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { exactDecimal, makeDecimal, roundDecimal, toDecimalValue } from '../../numbers/decimal.js';
import {
  type BsonNumber,
  doubleValue,
  integerValue,
  isBsonNumber,
  makeDouble,
  numberKindOf,
} from '../../numbers/number-kind.js';
import { isTrue } from '../../query/parse-operators.js';
import { typesNamed } from '../../query/predicates/type.js';
import type { Compute } from '../environment.js';
import { convertToText } from './conversion-to-text.js';
import { parseDateText } from './date-from-text.js';
import { isNullish, NamedOperands, type OperatorCompiler, operands, typeText, unary } from './operator.js';

const CONVERSION_FAILURE = 241;

function fail(value: unknown, target: string, reason?: string): MongoError {
  return new MongoError(
    CONVERSION_FAILURE,
    reason ?? `Unsupported conversion from ${typeText(value)} to ${target} in $convert with no onError value`,
  );
}

function parseFailure(text: string, target: string): MongoError {
  return new MongoError(
    CONVERSION_FAILURE,
    `Failed to parse number '${text}' in $convert with no onError value: Did not consume whole string. (${target})`,
  );
}

function toDouble(value: unknown): unknown {
  if (isBsonNumber(value)) return makeDouble(doubleValue(value));
  if (typeof value === 'boolean') return makeDouble(Number(value));
  if (value instanceof Date) return makeDouble(value.getTime());
  if (typeof value === 'string') {
    if (!/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(value) && !/^[-+]?(infinity|inf|nan)$/i.test(value)) {
      throw parseFailure(value, 'double');
    }
    return makeDouble(Number(value.replace(/inf(inity)?/i, 'Infinity')));
  }
  throw fail(value, 'double');
}

function toDecimal(value: unknown): unknown {
  if (isBsonNumber(value)) {
    const kind = numberKindOf(value);
    if (kind === 'decimal') return value;
    return kind === 'double' ? decimalOfDouble(doubleValue(value)) : Decimal128.fromString(String(integerValue(value)));
  }
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (typeof value === 'string') {
    try {
      return Decimal128.fromStringWithRounding(value);
    } catch {
      throw parseFailure(value, 'decimal');
    }
  }
  throw fail(value, 'decimal');
}

function decimalOfDouble(value: number): Decimal128 {
  return Number.isFinite(value) ? makeDecimal(toDecimalValue(value)) : exactDecimal(value);
}

/** Cuts off to an integer within limits. */
function toInteger(value: unknown, target: 'int' | 'long'): bigint {
  const [least, greatest] = target === 'int' ? [-(2n ** 31n), 2n ** 31n - 1n] : [-(2n ** 63n), 2n ** 63n - 1n];
  const integer = integerOf(value, target);
  if (integer < least || integer > greatest) {
    throw new MongoError(
      CONVERSION_FAILURE,
      `Conversion would overflow target type in $convert with no onError value: ${convertToText(value)}`,
    );
  }
  return integer;
}

function integerOf(value: unknown, target: string): bigint {
  if (isBsonNumber(value)) {
    switch (numberKindOf(value)) {
      case 'double': {
        const double = doubleValue(value);
        if (!Number.isFinite(double)) {
          throw new MongoError(
            CONVERSION_FAILURE,
            `Attempt to convert ${Number.isNaN(double) ? 'NaN' : 'infinity'} value to integer type in $convert with no onError value`,
          );
        }
        return BigInt(Math.trunc(double));
      }
      case 'decimal': {
        const decimal = roundDecimal(toDecimalValue(value), 0, 'trunc');
        if (typeof decimal === 'string') {
          throw new MongoError(
            CONVERSION_FAILURE,
            `Attempt to convert ${decimal} value to integer type in $convert with no onError value`,
          );
        }
        const magnitude = decimal.coefficient * 10n ** BigInt(Math.min(Math.max(0, decimal.exponent), 50));
        return decimal.negative ? -magnitude : magnitude;
      }
      default:
        return integerValue(value);
    }
  }
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date && target === 'long') return BigInt(value.getTime());
  if (typeof value === 'string') {
    if (!/^[-+]?\d+$/.test(value)) throw parseFailure(value, target);
    return BigInt(value.replace(/^\+/, ''));
  }
  throw fail(value, target);
}

function toBoolean(value: unknown): boolean {
  return isTrue(value);
}

function toDate(value: unknown): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) return value.getTimestamp();
  if (value instanceof Timestamp) return new Date((value.high >>> 0) * 1000);
  if (typeof value === 'string') return parseDateText(value);
  if (isBsonNumber(value) && numberKindOf(value) !== 'int') return new Date(Number(toInteger(value, 'long')));
  throw fail(value, 'date');
}

function toObjectId(value: unknown): ObjectId {
  if (value instanceof ObjectId) return value;
  if (typeof value === 'string') {
    if (/^[0-9a-fA-F]{24}$/.test(value)) return new ObjectId(value);
    throw new MongoError(
      CONVERSION_FAILURE,
      `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
    );
  }
  throw fail(value, 'objectId');
}

function toText(value: unknown): string {
  const text = convertToText(value);
  if (text === undefined) throw fail(value, 'string');
  return text;
}

function toUuid(value: unknown): UUID {
  if (value instanceof UUID) return value;
  if (typeof value === 'string' && UUID.isValid(value)) return new UUID(value);
  throw fail(value, 'binData');
}

const CONVERSIONS: Readonly<Record<number, (value: unknown) => unknown>> = {
  [BSON_TYPE.DOUBLE]: toDouble,
  [BSON_TYPE.STRING]: toText,
  [BSON_TYPE.OBJECT_ID]: toObjectId,
  [BSON_TYPE.BOOLEAN]: toBoolean,
  [BSON_TYPE.DATE]: toDate,
  [BSON_TYPE.INT]: (value) => Number(toInteger(value, 'int')),
  [BSON_TYPE.LONG]: (value) => Long.fromBigInt(toInteger(value, 'long')),
  [BSON_TYPE.DECIMAL]: toDecimal,
};

const convert: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(
    name,
    operand,
    compiler,
    ['input', 'to', 'onError', 'onNull', 'format', 'byteOrder'],
    9,
  );
  const input = named.required('input');
  const to = named.required('to');
  const onError = named.optional('onError');
  const onNull = named.optional('onNull');
  return (environment) => {
    const value = input(environment);
    const target = to(environment);
    if (isNullish(value)) return onNull ? onNull(environment) : null;
    if (isNullish(target)) return null;
    const wanted = isDocument(target) ? target.type : target;
    const [type = 0] = typesNamed(wanted);
    const conversion = CONVERSIONS[type];
    if (!conversion) throw fail(value, TYPE_NAMES[type] ?? String(wanted));
    try {
      return conversion(value);
    } catch (error) {
      if (onError && error instanceof MongoError && error.code === CONVERSION_FAILURE) return onError(environment);
      throw error;
    }
  };
};

function shorthand(conversion: (value: unknown) => unknown): OperatorCompiler {
  return unary((value) => (isNullish(value) ? null : conversion(value)));
}

export const TYPE_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $convert: convert,
  $toBool: shorthand(toBoolean),
  $toDate: shorthand(toDate),
  $toDecimal: shorthand(toDecimal),
  $toDouble: shorthand(toDouble),
  $toInt: shorthand((value) => Number(toInteger(value, 'int'))),
  $toLong: shorthand((value) => Long.fromBigInt(toInteger(value, 'long'))),
  $toObjectId: shorthand(toObjectId),
  $toString: shorthand(toText),
  $toUUID: shorthand(toUuid),
  $type: (operand, compiler, name) => {
    const [compute] = operands(name, operand, compiler, 1) as [Compute];
    return (environment) => typeText(compute(environment));
  },
  $isNumber: (operand, compiler, name) => {
    const [compute] = operands(name, operand, compiler, 1) as [Compute];
    return (environment) => isBsonNumber(compute(environment) as BsonNumber);
  },
  $tsSecond: unary((value) => {
    if (isNullish(value)) return null;
    if (bsonTypeOf(value) !== BSON_TYPE.TIMESTAMP)
      throw new MongoError(5687301, `$tsSecond requires a timestamp, found: ${typeText(value)}`);
    return Long.fromNumber((value as Timestamp).high >>> 0);
  }),
  $tsIncrement: unary((value) => {
    if (isNullish(value)) return null;
    if (bsonTypeOf(value) !== BSON_TYPE.TIMESTAMP)
      throw new MongoError(5687302, `$tsIncrement requires a timestamp, found: ${typeText(value)}`);
    return Long.fromNumber((value as Timestamp).low >>> 0);
  }),
};
