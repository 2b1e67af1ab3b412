import { BSONRegExp } from 'bson';
import { BSON_TYPE, bsonTypeOf } from '../../bson/value-type.js';
import { compareValues } from '../../keys/compare-values.js';
import { MongoError } from '../../mongo-error.js';
import type { ValueTest } from '../predicate.js';

const VALID_OPTIONS = /^[imsxu]*$/;

/** A regular expression as an operand: finds texts that it matches, and regular expressions that equal it. */
export function regularExpression(pattern: string, options: string): ValueTest {
  const compiled = compilePattern(pattern, options);
  const operand = new BSONRegExp(pattern, options);
  return {
    kind: 'test',
    operator: '$regex',
    operand,
    leafArrays: 'elements',
    test: (value) => {
      if (typeof value === 'string') return compiled.test(value);
      if (value === null || typeof value !== 'object') return false;
      const type = bsonTypeOf(value);
      if (type === BSON_TYPE.SYMBOL) return compiled.test(String(value));
      return type === BSON_TYPE.REGULAR_EXPRESSION && compareValues(value, operand) === 0;
    },
  };
}

/** Pattern and options of a regular expression value. */
export function patternOf(value: BSONRegExp | RegExp): { pattern: string; options: string } {
  if (!(value instanceof RegExp)) return { pattern: value.pattern, options: value.options };
  const options = (value.ignoreCase ? 'i' : '') + (value.multiline ? 'm' : '') + (value.dotAll ? 's' : '');
  return { pattern: value.source, options };
}

/**
 * PCRE, which MongoDB uses, as a JavaScript expression, as far as the two differ in spelling.
 * @throws MongoError 51108 for bad options, 51091 for a bad pattern
 */
export function compilePattern(pattern: string, options: string): RegExp {
  if (!VALID_OPTIONS.test(options)) {
    throw new MongoError(51108, `invalid flag in regex options: ${options.replace(/[imsxu]/g, '')[0]}`);
  }
  if (pattern.includes('\0')) throw new MongoError(2, 'Regular expression cannot contain an embedded null byte');
  let flags = options;
  let source = pattern;
  const inline = /^\(\?([imsx]+)\)/.exec(source);
  if (inline) {
    flags += inline[1];
    source = source.slice(inline[0].length);
  }
  if (flags.includes('x')) source = withoutComments(source);
  source = inJavaScript(source);
  const used = [...'ims'].filter((flag) => flags.includes(flag)).join('');
  try {
    return new RegExp(source, `${used}u`);
  } catch {
    // Unicode mode forbids escapes that need none, such as \-; PCRE allows them.
  }
  try {
    return new RegExp(source, used);
  } catch (cause) {
    throw new MongoError(51091, `Regular expression is invalid: ${(cause as Error).message}`, {}, { cause });
  }
}

/** Option x: white space and comments outside of classes do not count. */
function withoutComments(pattern: string): string {
  return pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\s+|#[^\n]*/g, (piece) =>
    /^\s/.test(piece) || piece.startsWith('#') ? '' : piece,
  );
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: 'A-Fa-f0-9',
  word: '\\w',
};

function inJavaScript(pattern: string): string {
  return pattern
    .replace(/\\Q([\s\S]*?)(?:\\E|$)/g, (_, literal: string) => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .replace(/\[:(\w+):\]/g, (whole, name: string) => POSIX_CLASSES[name] ?? whole)
    .replace(/\(\?P</g, '(?<')
    .replace(/\\[\s\S]/g, (escaped) => {
      switch (escaped[1]) {
        case 'A':
          return '(?<![\\s\\S])';
        case 'z':
          return '(?![\\s\\S])';
        case 'Z':
          return '(?=\\n?(?![\\s\\S]))';
        case 'h':
          return '[ \\t]';
        default:
          return escaped;
      }
    });
}
