import { BuildError } from '../build-error.js';
import { codeFrame } from './messages.js';

/**
 * Parses JSON from a file.
 * @param name The file's name for the error message.
 * @throws BuildError with line, column and a code frame. JSON.parse does not always tell where it stopped.
 */
export function parseJson(text: string, name: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(json);
  } catch (cause) {
    const offset = firstJsonError(json);
    const before = json.slice(0, offset).split('\n');
    const line = before.length;
    const column = (before.at(-1)?.length ?? 0) + 1;
    const found = offset < json.length ? `unexpected ${JSON.stringify(json[offset])}` : 'unexpected end of file';
    throw new BuildError(`${name}:${line}:${column}: not valid JSON: ${found}`, {
      remedy: `Correct ${name}; JSON has no comments and no trailing commas, and its strings and keys stand in double quotes.`,
      detail: codeFrame(json, line, column),
      cause,
    });
  }
}

const SPACE = /[ \t\r\n]*/y;
const STRING_BODY = /(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** Offset of the first character that cannot stand where it does; the text's length if it ends too early. */
function firstJsonError(text: string): number {
  let at = 0;
  // What is open around the current place: `]` or `}`. A list instead of recursion: nesting has no limit.
  const open: string[] = [];
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return false;
    at += match[0].length;
    return true;
  };
  const takeString = (): boolean => {
    if (text[at] !== '"') return false;
    at++;
    take(STRING_BODY);
    if (text[at] !== '"') return false;
    at++;
    return true;
  };
  const takeKey = (): boolean => {
    take(SPACE);
    if (!takeString()) return false;
    take(SPACE);
    if (text[at] !== ':') return false;
    at++;
    return true;
  };
  for (;;) {
    // A value.
    take(SPACE);
    const start = text[at];
    if (start === '[' || start === '{') {
      const close = start === '[' ? ']' : '}';
      at++;
      take(SPACE);
      if (text[at] === close) {
        at++;
      } else {
        open.push(close);
        if (close === '}' && !takeKey()) return at;
        continue;
      }
    } else if (start === '"') {
      if (!takeString()) return at;
    } else if (!take(WORD) && !take(NUMBER)) {
      return at;
    }
    // What follows a value.
    for (;;) {
      take(SPACE);
      const close = open.at(-1);
      if (close === undefined) return at;
      if (text[at] === close) {
        at++;
        open.pop();
        continue;
      }
      if (text[at] !== ',') return at;
      at++;
      if (close === '}' && !takeKey()) return at;
      break;
    }
  }
}
