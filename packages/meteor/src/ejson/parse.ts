import { adjustFromJSONValue } from './from-json-value.js';
import { MAX_NESTING } from './nesting.js';

/**
 * Parses text that holds EJSON.
 *
 * @throws Error when the text is no string, SyntaxError when it is no JSON, Error when it is no EJSON.
 */
export function parse(text: string): unknown {
  if (typeof text !== 'string') throw new Error('EJSON.parse argument should be a string');
  const json: unknown = JSON.parse(text);
  return needsAdjusting(text) ? adjustFromJSONValue(json) : json;
}

/**
 * Whether what `JSON.parse` makes of a text can differ from its EJSON value, or is possibly nested too deeply. Most
 * messages hold nothing special, and asking the text is much cheaper than walking the value.
 */
export function needsAdjusting(text: string): boolean {
  // Looking for one character is several times faster than looking for two, and most often it is not there.
  return (
    (text.indexOf('$') !== -1 && text.includes('"$')) ||
    // Either name can hide in an escape, which serializers use for control characters only.
    (text.indexOf('\\') !== -1 && text.includes('\\u')) ||
    text.indexOf('__proto__') !== -1 ||
    mayBeDeep(text)
  );
}

/** Whether a text has as many brackets as a value that is nested too deeply has at least. */
function mayBeDeep(text: string): boolean {
  // Every level takes an opening and a closing bracket.
  if (text.length <= 2 * MAX_NESTING) return false;
  const braces = count(text, '{', MAX_NESTING);
  return braces + count(text, '[', MAX_NESTING - braces) >= MAX_NESTING;
}

function count(text: string, character: string, limit: number): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1 && found < limit; at = text.indexOf(character, at + 1)) found++;
  return found;
}
