import { describe, expect, test } from 'vitest';
import { HttpReader } from './http-reader.js';

const response = (body: string, headers = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

const CHUNKED =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=1\r\n0123456789\r\n0\r\nTrailer: 1\r\n\r\n';

/** What a reader counts when bytes arrive in pieces of a size. */
function countInPieces(text: string, size: number): number {
  const reader = new HttpReader();
  const bytes = Buffer.from(text, 'latin1');
  let count = 0;
  for (let start = 0; start < bytes.length; start += size) count += reader.read(bytes.subarray(start, start + size));
  return count;
}

describe('HttpReader', () => {
  const stream = [
    response('one'),
    response('two'),
    response(''),
    response('longer than before'),
    response('other headers', 'X: y\r\n'),
    CHUNKED,
    response('last'),
  ].join('');

  test.each([1, 2, 3, 7, 50, 100_000])('counts responses that arrive in pieces of %i bytes', (size) => {
    expect(countInPieces(stream, size)).toBe(7);
  });

  test('does not count a response whose body is not complete', () => {
    const reader = new HttpReader();
    expect(reader.read(Buffer.from(response('hello').slice(0, -1)))).toBe(0);
    expect(reader.read(Buffer.from('o'))).toBe(1);
  });

  test('refuses another status, also after a first response', () => {
    const reader = new HttpReader();
    reader.read(Buffer.from(response('one')));
    expect(() => reader.read(Buffer.from(response('two').replace('200 OK', '404 No')))).toThrow('404 No');
    expect(() => new HttpReader().read(Buffer.from('HTTP/1.1 500 Oops\r\n\r\n'))).toThrow('500 Oops');
  });

  test('refuses a response without an end', () => {
    expect(() => new HttpReader().read(Buffer.from('HTTP/1.1 200 OK\r\n\r\n'))).toThrow('neither');
  });
});
