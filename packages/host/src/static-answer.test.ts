import { describe, expect, test } from 'vitest';
import type { StaticFile } from './host.js';
import { answerHeaders, chooseForm, staticAnswer } from './static-answer.js';
import { staticForms } from './static-forms.js';

const file: StaticFile = {
  file: '/app.js',
  size: 100,
  contentType: 'text/javascript',
  etag: '"tag"',
  modified: Date.UTC(2024, 0, 2),
  caching: 'immutable',
  encodings: [
    { encoding: 'br', file: '/app.js.br', size: 10 },
    { encoding: 'gzip', file: '/app.js.gz', size: 20 },
  ],
  headers: { 'X-SourceMap': '/app.map' },
};
const forms = staticForms(file);
const header =
  (headers: Record<string, string>) =>
  (name: string): string | undefined =>
    headers[name];

describe('staticForms', () => {
  test('are worked out once', () => {
    expect(staticForms(file)).toBe(forms);
  });

  test('have headers and ETags of their own', () => {
    const [brotli] = forms.encoded;
    expect(brotli).toMatchObject({ coding: 'br', source: '/app.js.br', size: 10, etag: '"tag-br"' });
    expect(brotli?.fullHeaders).toEqual([
      ...['Cache-Control', 'public, max-age=31536000, immutable'],
      ...['ETag', '"tag-br"'],
      ...['Vary', 'Accept-Encoding'],
      ...['Last-Modified', 'Tue, 02 Jan 2024 00:00:00 GMT'],
      ...['Content-Type', 'text/javascript'],
      ...['Accept-Ranges', 'bytes'],
      ...['Content-Encoding', 'br'],
      ...['X-SourceMap', '/app.map'],
      ...['Content-Length', '10'],
    ]);
  });

  test('content in memory has the size it has', () => {
    const { plain } = staticForms({ content: 'héllo', size: 1, contentType: 'a/b', etag: '"x"', caching: 'none' });
    expect(plain.size).toBe(6);
    expect(Buffer.from(plain.source as Uint8Array).toString()).toBe('héllo');
  });

  test('a file without file and content is a mistake', () => {
    expect(() => staticForms({ size: 1, contentType: 'a/b', etag: '"x"', caching: 'none' })).toThrow(
      'neither `file` nor `content`',
    );
  });
});

test('chooseForm', () => {
  expect(chooseForm(forms, 'gzip, br').coding).toBe('br');
  expect(chooseForm(forms, 'gzip').coding).toBe('gzip');
  expect(chooseForm(forms, undefined).coding).toBeUndefined();
});

describe('staticAnswer', () => {
  test('whole, part, not modified, not satisfiable, precondition', () => {
    const answer = (headers: Record<string, string>, method = 'GET'): unknown =>
      staticAnswer(forms.plain, method, header(headers));
    expect(answer({})).toEqual({ status: 200 });
    expect(answer({ range: 'bytes=1-2' })).toEqual({ status: 206, range: { first: 1, last: 2 } });
    expect(answer({ range: 'bytes=1-2' }, 'HEAD')).toEqual({ status: 200 });
    expect(answer({ range: 'bytes=1-2', 'if-range': '"old"' })).toEqual({ status: 200 });
    expect(answer({ range: 'bytes=1-2', 'if-none-match': '"tag"' })).toEqual({ status: 304 });
    expect(answer({ range: 'bytes=100-' })).toEqual({ status: 416 });
    expect(answer({ range: 'bytes=1-2', 'if-match': '"old"' })).toEqual({ status: 412 });
  });

  test('headers of each', () => {
    const part = answerHeaders(forms.plain, { status: 206, range: { first: 1, last: 2 } });
    expect(part.slice(-4)).toEqual(['Content-Range', 'bytes 1-2/100', 'Content-Length', '2']);
    expect(answerHeaders(forms.plain, { status: 304 })).toBe(forms.plain.sharedHeaders);
    expect(answerHeaders(forms.plain, { status: 416 })).toContain('bytes */100');
    expect(answerHeaders(forms.plain, { status: 200 })).toBe(forms.plain.fullHeaders);
  });
});
