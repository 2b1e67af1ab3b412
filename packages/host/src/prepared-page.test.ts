import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Page } from './host.js';
import { flatHeaders, isBuffered, type PageForm, pageForm } from './prepared-page.js';

const text = 'a text that repeats itself, '.repeat(100);
const page = (members: Partial<Page> = {}): Page => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: text,
  ...members,
});
const headersOf = (form: PageForm): Record<string, unknown> =>
  Object.fromEntries(
    form.headers.flatMap((name, index) =>
      index % 2 === 0 ? [[(name as string).toLowerCase(), form.headers[index + 1]]] : [],
    ),
  );

describe('pageForm', () => {
  test('plain', async () => {
    const form = await pageForm(page(), undefined);
    expect(Buffer.from(form.body).toString()).toBe(text);
    expect(headersOf(form)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(text.length),
      vary: 'Accept-Encoding',
    });
  });

  test('compressed', async () => {
    const brotli = await pageForm(page(), 'gzip, br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text);
    expect(headersOf(brotli)).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotli.body.byteLength),
    });
    const gzip = await pageForm(page(), 'gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(text);
  });

  test('a shared page is compressed once and then at hand', async () => {
    const shared = page({ shared: true });
    const first = pageForm(shared, 'br');
    expect(pageForm(shared, 'br')).toBe(first);
    const made = await first;
    expect(pageForm(shared, 'br')).toBe(made);
    expect(pageForm(shared, 'gzip')).not.toBe(made);
    expect(pageForm(shared, undefined)).toBe(pageForm(shared, undefined));
  });

  test.each<[string, Partial<Page>]>([
    ['short', { body: 'short' }],
    ['images', { headers: { 'content-type': 'image/png' } }],
    ['what is encoded', { headers: { 'content-type': 'text/css', 'Content-Encoding': 'gzip' } }],
    ['no-transform', { headers: { 'content-type': 'text/css', 'cache-control': 'public, no-transform' } }],
  ])('not compressed: %s', async (_name, members) => {
    const form = await pageForm(page(members), 'br');
    expect(headersOf(form).vary).toBeUndefined();
    expect(headersOf(form)['content-length']).toBe(String((members.body ?? text).toString().length));
  });

  test.each(['application/json', 'application/javascript', 'image/svg+xml', 'application/ld+json', 'TEXT/PLAIN'])(
    'compressed: %s',
    async (type) => {
      const form = await pageForm(page({ headers: { 'content-type': type } }), 'gzip');
      expect(headersOf(form)['content-encoding']).toBe('gzip');
    },
  );
});

test('flatHeaders keeps lists and replaces the length', () => {
  const headers = { 'content-type': 'a/b', 'Content-Length': '1', 'set-cookie': ['a=1', 'b=2'] };
  expect(flatHeaders(page({ headers }), ['X', 'y'], 5)).toEqual([
    'content-type',
    'a/b',
    'set-cookie',
    ['a=1', 'b=2'],
    'X',
    'y',
    'Content-Length',
    '5',
  ]);
});

test('isBuffered', () => {
  expect(isBuffered(page())).toBe(true);
  expect(isBuffered(page({ body: new Uint8Array(1) }))).toBe(true);
  expect(isBuffered(page({ body: new ReadableStream() }))).toBe(false);
});
