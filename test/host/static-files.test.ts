import { rmSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { askRaw, head, type RawAnswer } from './support/raw-request.js';
import { createStaticFolder, modified, type StaticFolder } from './support/static-folder.js';
import { describeHost } from './support/suite.js';

const folders: StaticFolder[] = [];
afterAll(() => {
  for (const folder of folders) folder.remove();
});

// The same behaviour with the fast path and behind raw middleware, which takes another way through the host.
describe.each([
  ['static files', false],
  ['static files behind raw middleware', true],
])('%s', (_title, rawMiddleware) => {
  const folder = createStaticFolder();
  folders.push(folder);

  describeHost('served', { files: folder.files, rawMiddleware }, (server) => {
    const get = (target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> =>
      askRaw({ port: server().port }, head(method, target, headers));
    const etag = async (target: string, headers: Record<string, string> = {}): Promise<string> =>
      (await get(target, headers, 'HEAD')).headers.etag as string;

    test('a file with its headers', async () => {
      const answer = await get('/plain.txt');
      expect(answer.status).toBe(200);
      expect(answer.body).toBe('0123456789');
      expect(answer.headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'content-length': '10',
        'cache-control': 'public, max-age=0',
        'accept-ranges': 'bytes',
      });
      expect(answer.headers.etag).toMatch(/^"[0-9a-f]{16}"$/);
      expect(answer.headers.date).toBeDefined();
      expect(answer.headers.vary).toBeUndefined();
    });

    test('a second time, from memory, the same', async () => {
      expect((await get('/plain.txt')).body).toBe((await get('/plain.txt')).body);
    });

    test('content that is not on disk', async () => {
      const answer = await get('/in-memory.txt');
      expect(answer.body).toBe('from memory');
      expect(answer.headers['cache-control']).toBe('no-cache');
      expect((await get('/in-memory.txt', { Range: 'bytes=5-' })).body).toBe('memory');
    });

    test('more headers and the time of the last change', async () => {
      const answer = await get('/dated.txt');
      expect(answer.headers['x-sourcemap']).toBe('/dated.map');
      expect(answer.headers['last-modified']).toBe(new Date(modified).toUTCString());
    });

    test('an empty file', async () => {
      const answer = await get('/empty.txt');
      expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([200, '', '0']);
    });

    test('the query does not matter', async () => {
      expect((await get('/plain.txt?hash=abc')).body).toBe('0123456789');
    });

    test('percent-encoded names', async () => {
      expect((await get('/gr%C3%B6%C3%9Fe%20und.txt')).body).toBe('a name to be encoded');
      expect((await get('/pl%61in.txt')).body).toBe('0123456789');
    });

    test('HEAD has the headers of GET and no body', async () => {
      for (const target of ['/plain.txt', '/app.js', '/large.bin', '/empty.txt']) {
        const got = await get(target);
        const headed = await get(target, {}, 'HEAD');
        expect(headed.status).toBe(200);
        expect(headed.body).toBe('');
        for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'vary', 'accept-ranges']) {
          expect([target, name, headed.headers[name]]).toEqual([target, name, got.headers[name]]);
        }
      }
    });

    test('other methods are not allowed', async () => {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        const answer = await get('/plain.txt', { 'Content-Length': '0' }, method);
        expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, 'OPTIONS, GET, HEAD']);
      }
      expect((await get('/plain.txt', {}, 'OPTIONS')).status).toBe(200);
    });

    describe('compressed forms', () => {
      const script = folder.contents['/app.js'] as Buffer;

      test.each([
        ['br, gzip', 'br'],
        ['gzip, deflate, br, zstd', 'br'],
        ['gzip', 'gzip'],
        ['gzip;q=1.0, br;q=0.5', 'gzip'],
        ['br;q=0, gzip;q=0.1', 'gzip'],
        ['*', 'br'],
        ['GZIP', 'gzip'],
        ['identity, gzip;q=0.5', undefined],
        ['deflate', undefined],
        ['gzip;q=0', undefined],
        ['', undefined],
      ])('Accept-Encoding: %s', async (accepted, encoding) => {
        const answer = await get('/app.js', { 'Accept-Encoding': accepted });
        expect(answer.headers['content-encoding']).toBe(encoding);
        expect(answer.headers.vary).toBe('Accept-Encoding');
        expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        const body = Buffer.from(answer.body, 'latin1');
        expect(answer.headers['content-length']).toBe(String(body.length));
        const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
        expect(plain.equals(script)).toBe(true);
      });

      test('each form has an ETag of its own', async () => {
        const tags = await Promise.all(
          ['br', 'gzip', 'identity'].map((encoding) => etag('/app.js', { 'Accept-Encoding': encoding })),
        );
        expect(new Set(tags).size).toBe(3);
      });

      test('a range of a compressed form', async () => {
        const whole = Buffer.from((await get('/app.js', { 'Accept-Encoding': 'br' })).body, 'latin1');
        const answer = await get('/app.js', { 'Accept-Encoding': 'br', Range: 'bytes=2-5' });
        expect(answer.status).toBe(206);
        expect(answer.headers['content-range']).toBe(`bytes 2-5/${whole.length}`);
        expect(Buffer.from(answer.body, 'latin1').equals(whole.subarray(2, 6))).toBe(true);
      });
    });

    describe('conditional requests', () => {
      test('If-None-Match with the ETag: 304 without a body', async () => {
        const tag = await etag('/plain.txt');
        for (const value of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
          const answer = await get('/plain.txt', { 'If-None-Match': value });
          expect([value, answer.status, answer.body, answer.headers.etag]).toEqual([value, 304, '', tag]);
          expect(answer.headers['cache-control']).toBe('public, max-age=0');
          expect(answer.headers['content-length']).toBeUndefined();
        }
      });

      test('If-None-Match with another ETag: 200', async () => {
        expect((await get('/plain.txt', { 'If-None-Match': '"other"' })).body).toBe('0123456789');
      });

      test('the ETag of one form does not stand for another', async () => {
        const tag = await etag('/app.js', { 'Accept-Encoding': 'br' });
        expect((await get('/app.js', { 'Accept-Encoding': 'br', 'If-None-Match': tag })).status).toBe(304);
        expect((await get('/app.js', { 'Accept-Encoding': 'gzip', 'If-None-Match': tag })).status).toBe(200);
      });

      test('If-Modified-Since', async () => {
        const same = new Date(modified).toUTCString();
        const before = new Date(modified - 60_000).toUTCString();
        expect((await get('/dated.txt', { 'If-Modified-Since': same })).status).toBe(304);
        expect((await get('/dated.txt', { 'If-Modified-Since': before })).status).toBe(200);
        expect((await get('/dated.txt', { 'If-Modified-Since': 'yesterday' })).status).toBe(200);
        const both = await get('/dated.txt', { 'If-Modified-Since': same, 'If-None-Match': '"other"' });
        expect(both.status).toBe(200);
      });
    });

    describe('ranges', () => {
      test.each([
        ['bytes=0-0', 'bytes 0-0/10', '0'],
        ['bytes=2-4', 'bytes 2-4/10', '234'],
        ['bytes=7-', 'bytes 7-9/10', '789'],
        ['bytes=-3', 'bytes 7-9/10', '789'],
        ['bytes=-30', 'bytes 0-9/10', '0123456789'],
        ['bytes=8-99', 'bytes 8-9/10', '89'],
      ])('%s', async (range, contentRange, body) => {
        const answer = await get('/plain.txt', { Range: range });
        expect([answer.status, answer.headers['content-range'], answer.body]).toEqual([206, contentRange, body]);
        expect(answer.headers['content-length']).toBe(String(body.length));
        expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      });

      test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
        const answer = await get('/plain.txt', { Range: range });
        expect([answer.status, answer.headers['content-range'], answer.body]).toEqual([416, 'bytes */10', '']);
      });

      test.each(['bytes=0-1,3-4', 'lines=1-2', 'bytes=5-2', 'bytes=a-b', 'bytes=', 'bytes=--5'])(
        '%s is ignored',
        async (range) => {
          const answer = await get('/plain.txt', { Range: range });
          expect([answer.status, answer.body]).toEqual([200, '0123456789']);
        },
      );

      test('If-Range', async () => {
        const tag = await etag('/plain.txt');
        expect((await get('/plain.txt', { Range: 'bytes=1-2', 'If-Range': tag })).body).toBe('12');
        expect((await get('/plain.txt', { Range: 'bytes=1-2', 'If-Range': '"other"' })).body).toBe('0123456789');
        const date = new Date(modified).toUTCString();
        expect((await get('/dated.txt', { Range: 'bytes=1-2', 'If-Range': date })).body).toBe('at');
      });

      test('of a file that is streamed from disk', async () => {
        const large = folder.contents['/large.bin'] as Buffer;
        const answer = await get('/large.bin', { Range: 'bytes=1000000-1000009' });
        expect([answer.status, answer.body]).toEqual([206, large.toString('latin1', 1_000_000, 1_000_010)]);
      });
    });

    test('a large file arrives whole', async () => {
      const response = await fetch(`${server().url}/large.bin`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(folder.contents['/large.bin'] as Buffer)).toBe(true);
    });

    test('a client that leaves in mid-file does no harm', async () => {
      await askRaw({ port: server().port }, head('GET', '/large.bin'), 5);
      expect((await get('/plain.txt')).status).toBe(200);
    });
  });

  describeHost(
    'gone or changed since boot',
    () => {
      // Every server gets a folder that is whole again.
      const own = createStaticFolder();
      folders.push(own);
      rmSync(own.path('/lost.txt'));
      writeFileSync(own.path('/changed.txt'), 'changed');
      return { files: own.files, rawMiddleware };
    },
    (server) => {
      test('a file that is gone: 404, and the error is reported', async () => {
        const answer = await askRaw({ port: server().port }, head('GET', '/lost.txt'));
        expect(answer.status).toBe(404);
        const { message } = await server().until(({ event, path }) => event === 'error' && path === '/lost.txt');
        expect(message).toContain('ENOENT');
      });

      test('a file of another size: 500 instead of a body that is not what the headers say', async () => {
        const answer = await askRaw({ port: server().port }, head('GET', '/changed.txt'));
        expect(answer.status).toBe(500);
        const { message } = await server().until(({ event, path }) => event === 'error' && path === '/changed.txt');
        expect(message).toContain('has changed since the server started');
      });
    },
  );
});
