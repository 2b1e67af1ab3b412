import type { ContentCoding } from './accept-encoding.js';
import type { StaticFile } from './host.js';

/** One form of a static file, ready to be sent: the plain one, or a precompressed one. */
export interface StaticForm {
  readonly coding: ContentCoding | undefined;
  /** Absolute path, or the bytes. */
  readonly source: string | Uint8Array;
  readonly size: number;
  /** Of this form; forms of one file must not share a strong ETag. */
  readonly etag: string;
  readonly modified: number | undefined;
  /** For 304: what a cache must learn. Name, value, name, value … */
  readonly sharedHeaders: readonly string[];
  /** For 206, without Content-Length: the shared ones and those that describe the body. */
  readonly bodyHeaders: readonly string[];
  /** For 200: with Content-Length. */
  readonly fullHeaders: readonly string[];
}

/** All forms of one file. */
export interface StaticForms {
  readonly plain: StaticForm;
  /** Best first. */
  readonly encoded: readonly StaticForm[];
  readonly codings: readonly ContentCoding[];
}

const CACHE_CONTROL = {
  immutable: 'public, max-age=31536000, immutable',
  revalidate: 'public, max-age=0',
  none: 'no-cache',
} as const;

const prepared = new WeakMap<StaticFile, StaticForms>();

/** The forms of a file, worked out once per {@link StaticFile} object. */
export function staticForms(file: StaticFile): StaticForms {
  let forms = prepared.get(file);
  if (forms === undefined) {
    forms = prepare(file);
    prepared.set(file, forms);
  }
  return forms;
}

function prepare(file: StaticFile): StaticForms {
  const plain = makeForm(file, undefined, file.etag, file.file ?? bytesOf(file), file.size);
  const encoded = (file.encodings ?? []).map(({ encoding, file: path, size }) =>
    makeForm(file, encoding, `${file.etag.slice(0, -1)}-${encoding}"`, path, size),
  );
  return { plain, encoded, codings: encoded.map(({ coding }) => coding as ContentCoding) };
}

function makeForm(
  file: StaticFile,
  coding: ContentCoding | undefined,
  etag: string,
  source: string | Uint8Array,
  size: number,
): StaticForm {
  const sharedHeaders = ['Cache-Control', CACHE_CONTROL[file.caching], 'ETag', etag];
  if (file.encodings !== undefined && file.encodings.length > 0) sharedHeaders.push('Vary', 'Accept-Encoding');
  if (file.modified !== undefined) sharedHeaders.push('Last-Modified', new Date(file.modified).toUTCString());
  const bodyHeaders = [...sharedHeaders, 'Content-Type', file.contentType, 'Accept-Ranges', 'bytes'];
  if (coding !== undefined) bodyHeaders.push('Content-Encoding', coding);
  for (const [name, value] of Object.entries(file.headers ?? {})) bodyHeaders.push(name, value);
  const bodySize = typeof source === 'string' ? size : source.byteLength;
  return {
    coding,
    source,
    size: bodySize,
    etag,
    modified: file.modified,
    sharedHeaders,
    bodyHeaders,
    fullHeaders: [...bodyHeaders, 'Content-Length', String(bodySize)],
  };
}

function bytesOf(file: StaticFile): Uint8Array {
  if (file.content === undefined) throw new TypeError('a static file has neither `file` nor `content`');
  return typeof file.content === 'string' ? Buffer.from(file.content) : file.content;
}
