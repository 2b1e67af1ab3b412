import type { BSONRegExp, Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import { BSON_TYPE, bsonTypeOf, isDocument } from '../bson/value-type.js';
import type { Collation } from '../collation/collation.js';
import { typeOrderOf } from '../keys/compare-values.js';
import { encodeKey, KEY_TYPE, keyTypeOf } from '../keys/encode-key.js';
import { type NumericValue, toPlainNumber } from '../keys/exact-number.js';
import type { ValueTest } from '../query/predicate.js';
import { patternOf } from '../query/predicates/regular-expression.js';
import { typesNamed } from '../query/predicates/type.js';
import { type Interval, normalize, pointInterval, typeInterval } from './interval.js';

/** Where in an index the values are that pass a test. */
export interface TestBounds {
  /** Sorted, without overlaps. */
  readonly intervals: readonly Interval[];
  /** What is found there passes, so that it need not be tested again. */
  readonly exact: boolean;
}

const NULL_KEYS = [KEY_TYPE.UNDEFINED, KEY_TYPE.NULL];

/** `undefined` if an index is of no use for the test. */
export function boundsOfTest(test: ValueTest, collation: Collation | undefined): TestBounds | undefined {
  switch (test.operator) {
    case '$eq':
      return equality(test.operand, collation);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return range(test.operator, test.operand, collation);
    case '$in':
      return membership(test.operand as readonly unknown[], collation);
    case '$regex':
      return collation ? undefined : pattern(test.operand);
    case '$type':
      return types(test.operand);
    default:
      return undefined;
  }
}

function equality(operand: unknown, collation: Collation | undefined): TestBounds {
  if (operand === null || operand === undefined) {
    return {
      intervals: NULL_KEYS.map((type) => pointInterval(Uint8Array.of(type), '[null, null]')),
      exact: false,
    };
  }
  if (Array.isArray(operand)) return arrayEquality(operand, collation);
  return { intervals: [valueInterval(operand, collation)], exact: !collation };
}

function valueInterval(value: unknown, collation: Collation | undefined): Interval {
  const text = describeValue(value);
  return pointInterval(encodeKey(value, collation?.fold), `[${text}, ${text}]`);
}

/** An index has the elements of an array; the array as such is there only if it is an element of another. */
function arrayEquality(array: readonly unknown[], collation: Collation | undefined): TestBounds {
  const first =
    array.length === 0
      ? pointInterval(Uint8Array.of(KEY_TYPE.UNDEFINED), '[undefined, undefined]')
      : valueInterval(array[0] === undefined ? null : array[0], collation);
  return { intervals: normalize([first, valueInterval(array, collation)]), exact: false };
}

function range(operator: string, operand: unknown, collation: Collation | undefined): TestBounds | undefined {
  const type = typeOrderOf(operand);
  switch (type) {
    case KEY_TYPE.UNDEFINED:
    case KEY_TYPE.NULL:
      return operator === '$gte' || operator === '$lte' ? equality(null, collation) : { intervals: [], exact: true };
    case KEY_TYPE.ARRAY:
    case KEY_TYPE.MIN_KEY:
    case KEY_TYPE.MAX_KEY:
      return undefined;
    case KEY_TYPE.NUMBER:
      if (Number.isNaN(toPlainNumber(operand as NumericValue))) {
        return operator === '$gte' || operator === '$lte'
          ? equality(operand, collation)
          : { intervals: [], exact: true };
      }
      break;
    case KEY_TYPE.STRING:
    case KEY_TYPE.OBJECT:
      // Folded texts find what is equal, but they are in another order than the collation.
      if (collation) return undefined;
  }
  return { intervals: [rangeInterval(operator, operand, type)], exact: true };
}

function rangeInterval(operator: string, operand: unknown, type: number): Interval {
  const key = encodeKey(operand);
  const text = describeValue(operand);
  const bracket = typeInterval(type, type, '');
  const [least, greatest] = BRACKET_TEXTS[type] ?? ['MinKey', 'MaxKey'];
  switch (operator) {
    case '$gt':
      return { low: { bytes: key, after: true }, high: bracket.high, point: undefined, text: `(${text}, ${greatest}` };
    case '$gte':
      return { low: { bytes: key, after: false }, high: bracket.high, point: undefined, text: `[${text}, ${greatest}` };
    case '$lt':
      return { low: lowest(type), high: { bytes: key, after: false }, point: undefined, text: `${least}, ${text})` };
    default:
      return { low: lowest(type), high: { bytes: key, after: true }, point: undefined, text: `${least}, ${text}]` };
  }
}

/** NaN is the least of the numbers in the order of keys, but less than nothing in comparisons. */
function lowest(type: number): Interval['low'] {
  if (type === KEY_TYPE.NUMBER) return { bytes: encodeKey(Number.NaN), after: true };
  return typeInterval(type, type, '').low;
}

const BRACKET_TEXTS: Readonly<Record<number, readonly [string, string]>> = {
  [KEY_TYPE.NUMBER]: ['[-inf.0', 'inf.0]'],
  [KEY_TYPE.STRING]: ['[""', '{})'],
  [KEY_TYPE.OBJECT]: ['[{}', '[])'],
  [KEY_TYPE.BOOLEAN]: ['[false', 'true]'],
  [KEY_TYPE.DATE]: ['[new Date(-9223372036854775808)', 'new Date(9223372036854775807)]'],
  [KEY_TYPE.OBJECT_ID]: ["[ObjectId('000000000000000000000000')", "ObjectId('ffffffffffffffffffffffff')]"],
  [KEY_TYPE.TIMESTAMP]: ['[Timestamp(0, 0)', 'Timestamp(4294967295, 4294967295)]'],
};

function membership(operands: readonly unknown[], collation: Collation | undefined): TestBounds | undefined {
  const parts: TestBounds[] = [];
  for (const operand of operands) {
    if (bsonTypeOf(operand) === BSON_TYPE.REGULAR_EXPRESSION) {
      if (collation) return undefined;
      parts.push(pattern(operand));
    } else {
      parts.push(equality(operand, collation));
    }
  }
  return {
    intervals: normalize(parts.flatMap(({ intervals }) => intervals)),
    exact: parts.every(({ exact }) => exact),
  };
}

/** Texts that begin like a regular expression does, and regular expressions. */
function pattern(operand: unknown): TestBounds {
  const { pattern: source, options } = patternOf(operand as BSONRegExp | RegExp);
  const prefix = options === '' || options === 'u' ? literalPrefix(source) : '';
  const expressions = typeInterval(KEY_TYPE.REGULAR_EXPRESSION, KEY_TYPE.REGULAR_EXPRESSION, '[/./, /./]');
  if (prefix === '') {
    return {
      intervals: [typeInterval(KEY_TYPE.STRING, KEY_TYPE.STRING, '["", {})'), expressions],
      exact: false,
    };
  }
  const whole = encodeKey(prefix);
  const begins = whole.subarray(0, -1);
  return {
    intervals: [
      {
        low: { bytes: begins, after: false },
        // UTF-8 has no byte 0xff, so that behind the prefix is behind all texts that begin with it.
        high: { bytes: begins, after: true },
        point: undefined,
        text: `["${prefix}", "${prefix.slice(0, -1)}${String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1)}")`,
      },
      expressions,
    ],
    exact: false,
  };
}

/** The text that everything begins with that an expression such as `^abc` matches; empty if there is none. */
export function literalPrefix(source: string): string {
  if (!source.startsWith('^') || source.includes('|')) return '';
  let prefix = '';
  for (let i = 1; i < source.length; i++) {
    const character = source[i] as string;
    if ('*?{'.includes(character)) return prefix.slice(0, -1);
    if ('.[($^+)|'.includes(character)) return prefix;
    if (character === '\\') {
      const next = source[i + 1];
      if (next === undefined || /[a-zA-Z0-9]/.test(next)) return prefix;
      prefix += next;
      i++;
    } else {
      prefix += character;
    }
  }
  return prefix;
}

function types(operand: unknown): TestBounds | undefined {
  const wanted = (Array.isArray(operand) ? operand : [operand]).flatMap(typesNamed);
  // Arrays are not in an index as such, null stands for missing ones too.
  if (wanted.some((type) => [BSON_TYPE.ARRAY, BSON_TYPE.NULL, BSON_TYPE.UNDEFINED].includes(type as 4)))
    return undefined;
  return {
    intervals: normalize(
      wanted.map((type) => {
        const key = keyTypeOf(type);
        return typeInterval(key, key, `[${type}, ${type}]`);
      }),
    ),
    exact: false,
  };
}

/** Whether a value or something in it is a text, whose place depends on the collation. */
export function hasText(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (Array.isArray(value)) return value.some(hasText);
  if (isDocument(value)) return Object.values(value as Document).some(hasText);
  return false;
}
