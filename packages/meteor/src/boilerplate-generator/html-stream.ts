import { Readable } from 'node:stream';
import type { HtmlContent } from './types.js';

export const isStream = (content: unknown): content is Readable =>
  typeof content === 'object' && content !== null && typeof (content as { pipe?: unknown }).pipe === 'function';

/** One stream of the parts, in order. If it is all text, it is one chunk. */
export function concatenate(parts: readonly HtmlContent[]): Readable {
  for (const part of parts) {
    // A stream may fail before its turn comes; the error is met when it is read.
    if (isStream(part)) part.on('error', () => {});
  }
  return Readable.from(chunks(parts), { objectMode: false });
}

async function* chunks(parts: readonly HtmlContent[]): AsyncGenerator<Buffer> {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    if (text !== '') yield Buffer.from(text);
    text = '';
    if (!isStream(part)) yield part;
    else for await (const chunk of part) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  if (text !== '') yield Buffer.from(text);
}
