import { promisify } from 'node:util';
import { type ContentCoding, chooseCoding } from './accept-encoding.js';
import type { FlatHeaders } from './flat-headers.js';
import type { Page } from './host.js';

/** A page ready to be sent in one coding. */
export interface PageForm {
  readonly status: number;
  /** Name, value, name, value … with Content-Length. */
  readonly headers: FlatHeaders;
  readonly body: Uint8Array;
}

/** Below this a compressed page saves no packet. */
const SMALLEST_COMPRESSED = 860;
/** Up to this size a page is worth the strongest compression, since it is compressed once. */
const LARGEST_STRONG = 256 * 1024;

const CODINGS: readonly ContentCoding[] = ['br', 'gzip'];

interface Prepared {
  readonly bytes: Uint8Array;
  readonly compressible: boolean;
  plain: PageForm | undefined;
  br: PageForm | Promise<PageForm> | undefined;
  gzip: PageForm | Promise<PageForm> | undefined;
}

const prepared = new WeakMap<Page, Prepared>();

/** Whether a page's body is in memory; others are streamed as they are. */
export function isBuffered(page: Page): page is Page & { readonly body: string | Uint8Array } {
  return typeof page.body === 'string' || page.body instanceof Uint8Array;
}

/**
 * The form of a buffered page that suits the client. A shared page is compressed once per coding and kept as long as
 * the page itself; any other is compressed for this request, quickly rather than well.
 */
export function pageForm(page: Page, acceptEncoding: string | undefined): PageForm | Promise<PageForm> {
  let state = prepared.get(page);
  if (state === undefined) {
    const bytes = typeof page.body === 'string' ? Buffer.from(page.body) : (page.body as Uint8Array);
    state = {
      bytes,
      compressible: isCompressible(page, bytes.byteLength),
      plain: undefined,
      br: undefined,
      gzip: undefined,
    };
    if (page.shared === true) prepared.set(page, state);
  }
  if (state.compressible) {
    const index = chooseCoding(CODINGS, acceptEncoding);
    if (index !== -1) return compressedForm(page, state, CODINGS[index] as 'br' | 'gzip');
  }
  state.plain ??= {
    status: page.status,
    headers: flatHeaders(page, state.compressible ? ['Vary', 'Accept-Encoding'] : [], state.bytes.byteLength),
    body: state.bytes,
  };
  return state.plain;
}

/** A page's headers as name, value, name, value … */
export function flatHeaders(page: Page, more: readonly string[], size?: number): FlatHeaders {
  const headers: (string | readonly string[])[] = [];
  for (const [name, value] of Object.entries(page.headers)) {
    if (name.toLowerCase() !== 'content-length') headers.push(name, value);
  }
  headers.push(...more);
  if (size !== undefined) headers.push('Content-Length', String(size));
  return headers;
}

function compressedForm(page: Page, state: Prepared, coding: 'br' | 'gzip'): PageForm | Promise<PageForm> {
  const known = state[coding];
  if (known !== undefined) return known;
  const making = compress(state.bytes, coding, page.shared === true).then(
    (body) => {
      const headers = flatHeaders(page, ['Vary', 'Accept-Encoding', 'Content-Encoding', coding], body.byteLength);
      const form: PageForm = { status: page.status, headers, body };
      state[coding] = form;
      return form;
    },
    (error: unknown) => {
      state[coding] = undefined;
      throw error;
    },
  );
  state[coding] = making;
  return making;
}

async function compress(bytes: Uint8Array, coding: 'br' | 'gzip', once: boolean): Promise<Uint8Array> {
  const zlib = await import('node:zlib');
  if (coding === 'gzip') return promisify(zlib.gzip)(bytes, { level: once ? 9 : 4 });
  const quality = once ? (bytes.byteLength <= LARGEST_STRONG ? 11 : 7) : 4;
  return promisify(zlib.brotliCompress)(bytes, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
      [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}

function isCompressible(page: Page, size: number): boolean {
  if (size < SMALLEST_COMPRESSED) return false;
  let type = '';
  for (const [name, value] of Object.entries(page.headers)) {
    const lower = name.toLowerCase();
    if (lower === 'content-encoding') return false;
    if (lower === 'content-type') type = String(value).toLowerCase();
    if (lower === 'cache-control' && String(value).includes('no-transform')) return false;
  }
  return (
    type.startsWith('text/') ||
    type.startsWith('application/json') ||
    type.startsWith('application/javascript') ||
    type.startsWith('application/manifest+json') ||
    type.startsWith('application/xml') ||
    type.startsWith('image/svg+xml') ||
    type.includes('+json') ||
    type.includes('+xml')
  );
}
