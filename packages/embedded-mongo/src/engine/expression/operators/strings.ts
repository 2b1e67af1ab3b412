import type { BSONRegExp } from 'bson';
import { BSON_TYPE, bsonTypeOf } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { asNumber } from '../../query/predicates/integer-operand.js';
import { compilePattern, patternOf } from '../../query/predicates/regular-expression.js';
import { indexBounds } from './arrays.js';
import { convertToText } from './conversion-to-text.js';
import { binary, isNullish, NamedOperands, type OperatorCompiler, typeText, unary, variadic } from './operator.js';

/** @throws MongoError unless it is text */
function requireText(value: unknown, code: number, message: string): string {
  if (typeof value === 'string') return value;
  if (bsonTypeOf(value) === BSON_TYPE.SYMBOL) return String(value);
  throw new MongoError(code, `${message}, found: ${typeText(value)}`);
}

const concat = variadic((values) => {
  if (values.some(isNullish)) return null;
  return values.map((value) => requireText(value, 16702, '$concat only supports strings')).join('');
});

/** What may be turned into text by `$toLower`, `$substr` and their like; nothing counts as empty. */
function looseText(value: unknown, name: string): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  switch (bsonTypeOf(value)) {
    case BSON_TYPE.INT:
    case BSON_TYPE.LONG:
    case BSON_TYPE.DOUBLE:
    case BSON_TYPE.DECIMAL:
    case BSON_TYPE.DATE:
    case BSON_TYPE.SYMBOL:
    case BSON_TYPE.TIMESTAMP:
      return convertToText(value) as string;
    default:
      throw new MongoError(16007, `can't convert from BSON type ${typeText(value)} to String in ${name}`);
  }
}

const indexOfBytes = variadic(
  ([text, wanted, start, end], _compiler, name) => {
    if (isNullish(text)) return null;
    const bytes = Buffer.from(requireText(text, 40091, '$indexOfBytes requires a string as the first argument'));
    const [from, to] = indexBounds(name, start, end, bytes.length);
    if (from > to) return -1;
    const found = bytes
      .subarray(0, to)
      .indexOf(requireText(wanted, 40092, '$indexOfBytes requires a string as the second argument'), from);
    return found;
  },
  2,
  4,
);

const indexOfCodePoints = variadic(
  ([text, wanted, start, end], _compiler, name) => {
    if (isNullish(text)) return null;
    const points = [...requireText(text, 40093, '$indexOfCP requires a string as the first argument')];
    const sought = [...requireText(wanted, 40094, '$indexOfCP requires a string as the second argument')];
    const [from, to] = indexBounds(name, start, end, points.length);
    for (let i = from; i + sought.length <= to; i++) if (sought.every((point, k) => points[i + k] === point)) return i;
    return -1;
  },
  2,
  4,
);

const DEFAULT_TRIM = '\0\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

function trim(left: boolean, right: boolean): OperatorCompiler {
  return (operand, compiler, name) => {
    const named = new NamedOperands(name, operand, compiler, ['input', 'chars'], 50696);
    const input = named.required('input');
    const characters = named.optional('chars');
    return (environment) => {
      const text = input(environment);
      const set = characters ? characters(environment) : DEFAULT_TRIM;
      if (isNullish(text) || isNullish(set)) return null;
      const points = [...requireText(text, 50699, `${name} requires its input to be a string`)];
      const trimmed = new Set(requireText(set, 50700, `${name} requires 'chars' to be a string`));
      let start = 0;
      let end = points.length;
      if (left) while (start < end && trimmed.has(points[start] as string)) start++;
      if (right) while (end > start && trimmed.has(points[end - 1] as string)) end--;
      return points.slice(start, end).join('');
    };
  };
}

const split = binary((text, separator) => {
  if (isNullish(text) || isNullish(separator)) return null;
  const whole = requireText(
    text,
    40085,
    '$split requires an expression that evaluates to a string as a first argument',
  );
  const part = requireText(
    separator,
    40086,
    '$split requires an expression that evaluates to a string as a second argument',
  );
  if (part === '') throw new MongoError(40087, '$split requires a non-empty separator');
  return whole.split(part);
});

function substringOperand(value: unknown, code: number, name: string): number {
  const number = asNumber(value);
  if (number === undefined)
    throw new MongoError(code, `${name}:  starting index must be a numeric type (is BSON type ${typeText(value)})`);
  return Math.trunc(number);
}

const substringOfBytes = variadic(([text, start, length], _compiler, name) => {
  const bytes = Buffer.from(looseText(text, name));
  const from = substringOperand(start, 16034, name);
  const count = substringOperand(length, 16035, name);
  if (from < 0) throw new MongoError(50752, `${name}:  starting index must be non-negative (got: ${from})`);
  const end = count < 0 ? bytes.length : Math.min(bytes.length, from + count);
  for (const at of [from, end]) {
    if (at < bytes.length && ((bytes[at] as number) & 0xc0) === 0x80) {
      throw new MongoError(
        28656,
        `${name}:  Invalid range, starting or ending index is in the middle of a UTF-8 character.`,
      );
    }
  }
  return bytes.toString('utf8', Math.min(from, bytes.length), end);
}, 3);

const substringOfCodePoints = variadic(([text, start, length], _compiler, name) => {
  const points = [...looseText(text, name)];
  const from = substringOperand(start, 34450, name);
  const count = substringOperand(length, 34452, name);
  if (from < 0) throw new MongoError(34455, `${name}: the starting index must be nonnegative integer.`);
  if (count < 0) throw new MongoError(34454, `${name}: length must be a nonnegative integer.`);
  return points.slice(from, from + count).join('');
}, 3);

/** `$regexMatch`, `$regexFind`, `$regexFindAll` */
function regexOperator(give: (expression: RegExp, text: string) => unknown, otherwise: unknown): OperatorCompiler {
  return (operand, compiler, name) => {
    const named = new NamedOperands(name, operand, compiler, ['input', 'regex', 'options'], 51103);
    const input = named.required('input');
    const regex = named.required('regex');
    const options = named.optional('options');
    let last: { pattern: string; options: string; expression: RegExp } | undefined;
    return (environment) => {
      const text = input(environment);
      const given = regex(environment);
      const flags = options?.(environment);
      if (isNullish(text) || isNullish(given)) return otherwise;
      const parts = expressionParts(given, flags, name);
      if (last?.pattern !== parts.pattern || last.options !== parts.options) {
        const compiled = compilePattern(parts.pattern, parts.options);
        last = { ...parts, expression: new RegExp(compiled.source, `${compiled.flags}g`) };
      }
      last.expression.lastIndex = 0;
      return give(last.expression, requireText(text, 51104, `${name} needs 'input' to be of type string`));
    };
  };
}

function expressionParts(given: unknown, flags: unknown, name: string): { pattern: string; options: string } {
  if (!isNullish(flags) && typeof flags !== 'string') {
    throw new MongoError(51106, `${name} needs 'options' to be of type string`);
  }
  if (bsonTypeOf(given) !== BSON_TYPE.REGULAR_EXPRESSION) {
    return {
      pattern: requireText(given, 51105, `${name} needs 'regex' to be of type string or regex`),
      options: flags ?? '',
    };
  }
  const own = patternOf(given as BSONRegExp | RegExp);
  if (own.options && flags) {
    throw new MongoError(51107, `${name}: found regex option(s) specified in both 'regex' and 'option' fields`);
  }
  return { pattern: own.pattern, options: own.options || (flags ?? '') };
}

function found(match: RegExpExecArray): unknown {
  return {
    match: match[0],
    idx: [...match.input.slice(0, match.index)].length,
    captures: match.slice(1).map((capture) => capture ?? null),
  };
}

/** `$replaceOne`, `$replaceAll` */
function replace(apply: (text: string, find: string, replacement: string) => string): OperatorCompiler {
  return (operand, compiler, name) => {
    const named = new NamedOperands(name, operand, compiler, ['input', 'find', 'replacement'], 51750);
    const parts = ['input', 'find', 'replacement'].map((part) => ({ part, compute: named.required(part) }));
    return (environment) => {
      const values = parts.map(({ compute }) => compute(environment));
      if (values.some(isNullish)) return null;
      const [text, find, replacement] = values.map((value, i) =>
        requireText(value, 51746 - i, `${name} requires that '${parts[i]?.part}' be a string`),
      ) as [string, string, string];
      return apply(text, find, replacement);
    };
  };
}

export const STRING_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $concat: concat,
  $indexOfBytes: indexOfBytes,
  $indexOfCP: indexOfCodePoints,
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $split: split,
  $strLenBytes: unary((value) =>
    Buffer.byteLength(requireText(value, 34473, '$strLenBytes requires a string argument')),
  ),
  $strLenCP: unary((value) => [...requireText(value, 34471, '$strLenCP requires a string argument')].length),
  $strcasecmp: binary((a, b, _compiler, name) => {
    const [first, second] = [looseText(a, name).toUpperCase(), looseText(b, name).toUpperCase()];
    return first < second ? -1 : first > second ? 1 : 0;
  }),
  $substr: substringOfBytes,
  $substrBytes: substringOfBytes,
  $substrCP: substringOfCodePoints,
  // MongoDB changes the case of ASCII letters only.
  $toLower: unary((value, name) => looseText(value, name).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  $toUpper: unary((value, name) => looseText(value, name).replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
  $regexMatch: regexOperator((expression, text) => expression.test(text), false),
  $regexFind: regexOperator((expression, text) => {
    const match = expression.exec(text);
    return match ? found(match) : null;
  }, null),
  $regexFindAll: regexOperator(
    (expression, text) => [...text.matchAll(expression)].map((match) => found(match as RegExpExecArray)),
    [],
  ),
  $replaceOne: replace((text, find, replacement) => {
    const at = text.indexOf(find);
    return at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + find.length);
  }),
  $replaceAll: replace((text, find, replacement) => text.split(find).join(replacement)),
};
