/**
 * Where and why `text` is not JSON. `JSON.parse` tells it differently on each engine, often without the position, and
 * with pieces of the text, which may be secret; this tells the position and nothing of the text.
 *
 * @returns undefined if the text is valid
 */
export function jsonErrorPosition(
  text: string,
): { offset: number; line: number; column: number; reason: string } | undefined {
  let offset = 0;
  let reason = '';
  const fail = (why: string): false => {
    reason ||= why;
    return false;
  };
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (match) offset = pattern.lastIndex;
    return match !== null;
  };
  const value = (depth: number): boolean => {
    take(space);
    if (depth > 1_000) return fail('it is nested too deeply');
    if (take(/\{/y)) return members(/\}/y, () => member(depth));
    if (take(/\[/y)) return members(/\]/y, () => value(depth + 1));
    if (take(literal)) return true;
    if (text[offset] === '"') return fail('a text is not closed, or has a line break or a wrong escape in it');
    if (text[offset] === "'") return fail('texts need double quotes');
    return fail(offset === text.length ? 'it ends too early' : 'a value was expected');
  };
  const member = (depth: number): boolean => {
    if (!take(string)) return fail('a name in double quotes was expected');
    take(space);
    return take(/:/y) ? value(depth + 1) : fail('a colon was expected');
  };
  const members = (end: RegExp, one: () => boolean): boolean => {
    take(space);
    if (take(end)) return true;
    for (;;) {
      take(space);
      if (!one()) return false;
      take(space);
      if (take(end)) return true;
      if (!take(/,/y)) return fail(offset === text.length ? 'it ends too early' : 'a comma or the end was expected');
    }
  };

  const isValue = value(0);
  take(space);
  if (isValue && offset === text.length) return undefined;
  if (isValue) fail('there is more after the end');
  const before = text.slice(0, offset).split('\n');
  return { offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, reason };
}

const space = /[ \t\r\n]*/y;
/** From the space on, all but the quote and the backslash; or an escape. */
const string = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const literal = new RegExp(`${string.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`, 'y');
