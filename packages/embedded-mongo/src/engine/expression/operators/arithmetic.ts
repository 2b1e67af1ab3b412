import { Long } from 'bson';
import { BSON_TYPE, bsonTypeOf } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { add, multiply, subtract } from '../../numbers/arithmetic.js';
import {
  type DecimalValue,
  divideDecimals,
  makeDecimal,
  type Rounding,
  remainderOfDecimals,
  roundDecimal,
  toDecimalValue,
} from '../../numbers/decimal.js';
import {
  type BsonNumber,
  doubleValue,
  integerValue,
  isBsonNumber,
  makeDouble,
  makeInteger,
  type NumberKind,
  numberKindOf,
  widerKind,
} from '../../numbers/number-kind.js';
import { asNumber } from '../../query/predicates/integer-operand.js';
import { binary, isNullish, type OperatorCompiler, typeText, unary, valueText, variadic } from './operator.js';

export function isDate(value: unknown): value is Date {
  return value instanceof Date;
}

/** @throws MongoError 14 TypeMismatch */
function requireNumber(value: unknown, name: string, code = 14): BsonNumber {
  if (isBsonNumber(value)) return value;
  throw new MongoError(code, `${name} only supports numeric types, not ${typeText(value)}`);
}

function kindOf(value: BsonNumber): NumberKind {
  return numberKindOf(value) as NumberKind;
}

const sum = variadic((values) => {
  if (values.some(isNullish)) return null;
  let date: Date | undefined;
  let total: BsonNumber = 0;
  for (const value of values) {
    if (isDate(value)) {
      if (date) throw new MongoError(16612, 'only one date allowed in an $add expression');
      date = value;
    } else if (isBsonNumber(value)) {
      total = add(total, value, 'double') as BsonNumber;
    } else {
      throw new MongoError(14, `$add only supports numeric or date types, not ${typeText(value)}`);
    }
  }
  return date ? new Date(date.getTime() + Math.round(doubleValue(total))) : total;
});

const difference = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (isDate(a)) {
    if (isDate(b)) return Long.fromNumber(a.getTime() - b.getTime());
    if (isBsonNumber(b)) return new Date(a.getTime() - Math.round(doubleValue(b)));
  } else if (isBsonNumber(a) && isBsonNumber(b)) {
    return subtract(a, b, 'double');
  }
  throw new MongoError(14, `can't $subtract ${typeText(b)} from ${typeText(a)}`);
});

const product = variadic((values, _compiler, name) => {
  if (values.some(isNullish)) return null;
  return values
    .map((value) => requireNumber(value, name))
    .reduce((total, value) => multiply(total, value, 'double') as BsonNumber, 1);
});

const quotient = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isBsonNumber(a) || !isBsonNumber(b)) {
    throw new MongoError(14, `$divide only supports numeric types, not ${typeText(a)} and ${typeText(b)}`);
  }
  if (asNumber(b) === 0) throw new MongoError(2, "can't $divide by zero");
  if (widerKind(kindOf(a), kindOf(b)) === 'decimal') {
    return makeDecimal(divideDecimals(toDecimalValue(a), toDecimalValue(b)));
  }
  return makeDouble(doubleValue(a) / doubleValue(b));
});

const remainder = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isBsonNumber(a) || !isBsonNumber(b)) {
    throw new MongoError(16611, `$mod only supports numeric types, not ${typeText(a)} and ${typeText(b)}`);
  }
  if (asNumber(b) === 0) throw new MongoError(16610, "can't $mod by zero");
  const kind = widerKind(kindOf(a), kindOf(b));
  if (kind === 'decimal') return makeDecimal(remainderOfDecimals(toDecimalValue(a), toDecimalValue(b)));
  if (kind === 'double') return makeDouble(doubleValue(a) % doubleValue(b));
  return integerOfKind(integerValue(a) % integerValue(b), kind);
});

function integerOfKind(value: bigint, kind: NumberKind): BsonNumber {
  const integer = makeInteger(value);
  if (integer === undefined) return makeDouble(Number(value));
  return kind === 'long' && typeof integer === 'number' ? Long.fromNumber(integer) : integer;
}

const absolute = unary((value, name) => {
  if (isNullish(value)) return null;
  const number = requireNumber(value, name, 28765);
  const kind = kindOf(number);
  if (kind === 'decimal') {
    const decimal = toDecimalValue(number);
    return makeDecimal(typeof decimal === 'object' ? { ...decimal, negative: false } : absoluteSpecial(decimal));
  }
  if (kind === 'double') return makeDouble(Math.abs(doubleValue(number)));
  const integer = integerValue(number);
  if (integer === -(2n ** 63n)) throw new MongoError(28680, "can't take $abs of long long min");
  return integerOfKind(integer < 0n ? -integer : integer, kind);
});

function absoluteSpecial(value: DecimalValue & string): DecimalValue {
  return value === '-Infinity' ? 'Infinity' : value;
}

/** `$ceil` and `$floor`: integers stay what they are. */
function wholeNumber(round: (value: number) => number, rounding: Rounding): OperatorCompiler {
  return unary((value, name) => {
    if (isNullish(value)) return null;
    const number = requireNumber(value, name, 28765);
    const kind = kindOf(number);
    if (kind === 'decimal') return makeDecimal(roundDecimal(toDecimalValue(number), 0, rounding));
    return kind === 'double' ? makeDouble(round(doubleValue(number))) : number;
  });
}

/** `$round` and `$trunc`: to a number of digits behind the point, or before it. */
function toPlaces(rounding: Rounding): OperatorCompiler {
  return variadic(
    ([value, places], _compiler, name) => {
      if (isNullish(value) || places === null) return null;
      const number = requireNumber(value, name, 51081);
      const digits = places === undefined ? 0 : asNumber(places);
      if (digits === undefined || !Number.isInteger(digits)) {
        throw new MongoError(51082, `precision argument to  ${name} must be a integral value`);
      }
      if (digits < -20 || digits > 100) {
        throw new MongoError(51083, `cannot apply ${name} with precision value ${digits} value must be in [-20, 100]`);
      }
      const kind = kindOf(number);
      if (kind === 'decimal') return makeDecimal(roundDecimal(toDecimalValue(number), digits, rounding));
      if (kind === 'double') return makeDouble(roundDouble(doubleValue(number), digits, rounding));
      return digits >= 0 ? number : integerOfKind(roundInteger(integerValue(number), -digits, rounding), kind);
    },
    1,
    2,
  );
}

function roundDouble(value: number, places: number, rounding: Rounding): number {
  if (!Number.isFinite(value)) return value;
  if (places > 17) return value;
  const rounded = roundDecimal(toDecimalValue(value), places, rounding);
  return Number(makeDecimal(rounded).toString());
}

function roundInteger(value: bigint, digits: number, rounding: Rounding): bigint {
  const rounded = roundDecimal(
    { negative: value < 0n, coefficient: value < 0n ? -value : value, exponent: 0 },
    -digits,
    rounding,
  );
  if (typeof rounded === 'string') return value;
  const magnitude = rounded.coefficient * 10n ** BigInt(Math.max(0, rounded.exponent));
  return rounded.negative ? -magnitude : magnitude;
}

const power = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isBsonNumber(a)) throw new MongoError(28762, `$pow's base must be numeric, not ${typeText(a)}`);
  if (!isBsonNumber(b)) throw new MongoError(28763, `$pow's exponent must be numeric, not ${typeText(b)}`);
  if (asNumber(a) === 0 && (asNumber(b) as number) < 0) {
    throw new MongoError(28764, '$pow cannot take a base of 0 and a negative exponent');
  }
  const kind = widerKind(kindOf(a), kindOf(b));
  if (kind === 'int' || kind === 'long') {
    const exponent = integerValue(b);
    if (exponent >= 0n && exponent <= 63n) {
      const exact = integerOfKind(integerValue(a) ** exponent, kind);
      if (numberKindOf(exact) !== 'double') return exact;
    }
  }
  const result = doubleValue(a) ** doubleValue(b);
  return kind === 'decimal' ? decimalOfDouble(result) : makeDouble(result);
});

function decimalOfDouble(value: number): BsonNumber {
  return makeDecimal(Number.isFinite(value) ? toDecimalValue(value) : (String(value) as DecimalValue));
}

/** An operator on doubles. Decimals are computed as doubles, which leaves them fewer digits than MongoDB gives. */
export function realFunction(
  apply: (value: number) => number,
  check?: (value: number, name: string, given: unknown) => void,
): OperatorCompiler {
  return unary((value, name) => {
    if (isNullish(value)) return null;
    const number = requireNumber(value, name, 28765);
    const plain = doubleValue(number);
    check?.(plain, name, value);
    const result = apply(plain);
    return kindOf(number) === 'decimal' ? decimalOfDouble(result) : makeDouble(result);
  });
}

function positive(value: number, name: string, given: unknown): void {
  if (value <= 0) {
    throw new MongoError(
      name === '$log10' ? 28761 : 28766,
      `${name}'s argument must be a positive number, but is ${valueText(given)}`,
    );
  }
}

const logarithm = binary((a, b) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (!isBsonNumber(a)) throw new MongoError(28756, `$log's argument must be numeric, not ${typeText(a)}`);
  if (!isBsonNumber(b)) throw new MongoError(28757, `$log's base must be numeric, not ${typeText(b)}`);
  const argument = doubleValue(a);
  const base = doubleValue(b);
  if (argument <= 0) throw new MongoError(28758, `$log's argument must be a positive number, but is ${valueText(a)}`);
  if (base <= 0 || base === 1) {
    throw new MongoError(28759, `$log's base must be a positive number not equal to 1, but is ${valueText(b)}`);
  }
  return makeDouble(Math.log(argument) / Math.log(base));
});

/** Operators on the bits of integers. */
function bitwise(identity: bigint, apply: (a: bigint, b: bigint) => bigint): OperatorCompiler {
  return variadic((values, _compiler, name) => {
    if (values.some(isNullish)) return null;
    let result = identity;
    let kind: NumberKind = 'int';
    for (const value of values) {
      const type = bsonTypeOf(value);
      if (type !== BSON_TYPE.INT && type !== BSON_TYPE.LONG) {
        throw new MongoError(14, `${name} only supports int and long operands, not ${typeText(value)}.`);
      }
      if (type === BSON_TYPE.LONG) kind = 'long';
      result = apply(result, integerValue(value as BsonNumber));
    }
    return integerOfKind(result, kind);
  });
}

export const ARITHMETIC_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $add: sum,
  $subtract: difference,
  $multiply: product,
  $divide: quotient,
  $mod: remainder,
  $abs: absolute,
  $ceil: wholeNumber(Math.ceil, 'ceil'),
  $floor: wholeNumber(Math.floor, 'floor'),
  $round: toPlaces('halfEven'),
  $trunc: toPlaces('trunc'),
  $pow: power,
  $sqrt: realFunction(Math.sqrt, (value) => {
    if (value < 0) throw new MongoError(28714, "$sqrt's argument must be greater than or equal to 0");
  }),
  $exp: realFunction(Math.exp),
  $ln: realFunction(Math.log, positive),
  $log10: realFunction(Math.log10, positive),
  $log: logarithm,
  $sigmoid: realFunction((value) => 1 / (1 + Math.exp(-value))),
  $bitAnd: bitwise(-1n, (a, b) => a & b),
  $bitOr: bitwise(0n, (a, b) => a | b),
  $bitXor: bitwise(0n, (a, b) => a ^ b),
  $bitNot: unary((value, name) => {
    if (isNullish(value)) return null;
    const type = bsonTypeOf(value);
    if (type !== BSON_TYPE.INT && type !== BSON_TYPE.LONG) {
      throw new MongoError(28765, `${name} only supports int and long, not ${typeText(value)}`);
    }
    return integerOfKind(~integerValue(value as BsonNumber), type === BSON_TYPE.LONG ? 'long' : 'int');
  }),
  $rand: () => () => Math.random(),
};
