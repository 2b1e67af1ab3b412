import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream as NodeWebStream } from 'node:stream/web';
import { concatenate } from '@bolide/meteor/boilerplate-generator';
import type { Content, Pipeable } from './types.js';

/** Markup in the two forms that the page is made of. */
export type Html = string | Readable;

/** `before` with `content` after it. Streams are not read until the page is sent. */
export function append(before: Html | undefined, content: Content): Html {
  const html = toHtml(content);
  if (before === undefined || before === '') return html;
  if (html === '') return before;
  return typeof before === 'string' && typeof html === 'string' ? before + html : concatenate([before, html]);
}

function toHtml(content: Content): Html {
  if (content === null || content === undefined) return '';
  if (typeof content !== 'object') return String(content);
  if (Array.isArray(content)) return content.reduce<Html>((html, part) => append(html, part), '');
  if (content instanceof Uint8Array) return Buffer.from(content).toString('utf8');
  if (content instanceof Readable) return content;
  if (content instanceof ReadableStream) return Readable.fromWeb(content as unknown as NodeWebStream);
  if (isOldReadable(content)) return new Readable().wrap(content);
  if (typeof (content as Pipeable).pipe === 'function') {
    const through = new PassThrough();
    (content as Pipeable).pipe(through);
    return through;
  }
  return String(content);
}

/** A stream of another copy of the stream library, e.g. npm's `readable-stream`. */
function isOldReadable(content: object): content is NodeJS.ReadableStream {
  return '_readableState' in content && typeof (content as { on?: unknown }).on === 'function';
}

/** The whole text of markup. */
export async function textOf(html: Html): Promise<string> {
  if (typeof html === 'string') return html;
  const chunks: Buffer[] = [];
  for await (const chunk of html) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
