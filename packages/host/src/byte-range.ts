/** First and last byte, both included, as HTTP counts. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a Range header for a body of `size` bytes.
 *
 * @returns the range; `'unsatisfiable'` (416); or `undefined` when the whole body is to be sent: another unit, a form
 *   that is not valid, or several ranges (a server may ignore them, and many small ones are a way to hurt it)
 */
export function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  if (!header.startsWith('bytes=')) return undefined;
  const specification = header.slice(6).trim();
  const dash = specification.indexOf('-');
  if (dash === -1) return undefined;
  const from = wholeNumber(specification.slice(0, dash));
  const to = wholeNumber(specification.slice(dash + 1));
  if (from === undefined || to === undefined) return undefined;
  if (from === -1) {
    if (to === -1) return undefined;
    if (to === 0 || size === 0) return 'unsatisfiable';
    return { first: Math.max(0, size - to), last: size - 1 };
  }
  if (to !== -1 && to < from) return undefined;
  if (from >= size) return 'unsatisfiable';
  return { first: from, last: to === -1 ? size - 1 : Math.min(to, size - 1) };
}

/** -1 for nothing written; `undefined` for anything but digits. */
function wholeNumber(text: string): number | undefined {
  const digits = text.trim();
  if (digits === '') return -1;
  if (digits.length > 15) return undefined;
  let value = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}
