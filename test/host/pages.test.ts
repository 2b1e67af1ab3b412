import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { askRaw, head, type RawAnswer } from './support/raw-request.js';
import { describeHost } from './support/suite.js';

const shared = `<!DOCTYPE html><p>${'shared '.repeat(300)}</p>`;

describeHost('pages', {}, (server) => {
  const get = (target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> =>
    askRaw({ port: server().port }, head(method, target, headers));

  test('a page with status and headers', async () => {
    const answer = await get('/bytes');
    expect([answer.status, answer.headers['content-type'], answer.body]).toEqual([201, 'image/png', '\x01\x02\x03']);
    expect((await get('/cookies')).headers['set-cookie']).toBe('a=1\nb=2');
  });

  test('a page that is promised', async () => {
    expect((await get('/promised')).body).toBe('<p>small</p>');
  });

  test('any method asks the page', async () => {
    const info = JSON.parse((await get('/info', { 'Content-Length': '0' }, 'DELETE')).body);
    expect(info.method).toBe('DELETE');
  });

  test('HEAD has the length of GET and no body', async () => {
    const got = await get('/shared');
    const answer = await get('/shared', {}, 'HEAD');
    expect([answer.status, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(got.headers['content-length']);
  });

  test.each(['/shared', '/own?x'])('%s is compressed when the client can read it', async (target) => {
    const plain = await get(target);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toBe('Accept-Encoding');
    const brotli = await get(target, { 'Accept-Encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(Buffer.from(brotli.body, 'latin1')).toString('latin1')).toBe(plain.body);
    const gzip = await get(target, { 'Accept-Encoding': 'gzip' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(Buffer.from(gzip.body, 'latin1')).toString('latin1')).toBe(plain.body);
    expect(Number(gzip.headers['content-length'])).toBeLessThan(plain.body.length);
  });

  test('a shared page is the same from request to request', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/shared')));
    expect(answers.map(({ body }) => body)).toEqual(Array(10).fill(shared));
  });

  test('small pages and images are sent as they are', async () => {
    for (const target of ['/', '/bytes']) {
      expect((await get(target, { 'Accept-Encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    }
  });

  test('streams, of Node and of the Web', async () => {
    const text = async (target: string): Promise<string> => (await fetch(server().url + target)).text();
    expect(await text('/node-stream')).toBe('one two three');
    expect(await text('/web-stream')).toBe('from a web stream');
    expect((await get('/node-stream', {}, 'HEAD')).body).toBe('');
  });

  test('no page: 404', async () => {
    const answer = await get('/nothing');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('404 Not Found');
  });

  test.each([
    ['/throws', 500],
    ['/rejects', 500],
    ['/teapot', 418],
  ])('%s: the error is reported and not shown', async (target, status) => {
    const answer = await get(target);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('secret');
    const { message } = await server().until(({ event, path }) => event === 'error' && path === target);
    expect(message).toBe('secret of the page');
  });
});
