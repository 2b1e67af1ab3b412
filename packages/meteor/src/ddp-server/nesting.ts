const QUOTE = 34;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Are there more than `max` of the character `opener` in `text`? */
function countExceeds(text: string, opener: string, max: number): boolean {
  let count = 0;
  for (let at = text.indexOf(opener); at !== -1; at = text.indexOf(opener, at + 1)) {
    if (++count > max) return true;
  }
  return false;
}

/**
 * Is `text`, if it is JSON, nested deeper than `max` levels? Asked before parsing: what parses without recursion would
 * overflow the stack later, in the first code that walks it.
 */
export function isNestedDeeper(text: string, max: number): boolean {
  // Nearly all messages are done here: too short, or too few brackets, to be deep.
  if (text.length <= max * 2) return false;
  if (!countExceeds(text, '[', max >> 1) && !countExceeds(text, '{', max >> 1)) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++depth > max) return true;
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
  }
  return false;
}
