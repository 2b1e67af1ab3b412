import { describe, expect, test } from 'vitest';
import { askRaw, head } from './support/raw-request.js';
import { describeHost } from './support/suite.js';

type Info = Readonly<Record<string, unknown>>;

describe('what a stage learns of a request', () => {
  describeHost('no proxy', {}, (server) => {
    const info = async (target: string, headers: Record<string, string> = {}): Promise<Info> =>
      JSON.parse((await askRaw({ port: server().port }, head('GET', target, headers))).body);

    test('path, query, url, headers', async () => {
      expect(await info('/info?a=1&b=%20', { 'X-One': 'first' })).toEqual({
        method: 'GET',
        path: '/info',
        query: 'a=1&b=%20',
        url: '/info?a=1&b=%20',
        header: 'first',
        headers: { 'x-one': 'first', host: 'localhost' },
        clientAddress: '127.0.0.1',
        isEncrypted: false,
      });
      expect(await info('/info')).toMatchObject({ query: '', url: '/info', header: null });
    });

    test('what a client says about proxies is ignored', async () => {
      const told = await info('/info', { 'X-Forwarded-For': '1.2.3.4', 'X-Forwarded-Proto': 'https' });
      expect(told).toMatchObject({ clientAddress: '127.0.0.1', isEncrypted: false });
    });
  });

  describeHost('two proxies', { forwardedCount: 2 }, (server) => {
    const info = async (headers: Record<string, string>): Promise<Info> =>
      JSON.parse((await askRaw({ port: server().port }, head('GET', '/info', headers))).body);

    test.each([
      ['client, proxy', 'client'],
      ['forged, forged, client , proxy', 'client'],
      ['only-one', '127.0.0.1'],
      ['', '127.0.0.1'],
      [' , proxy', '127.0.0.1'],
    ])('X-Forwarded-For: %s', async (value, address) => {
      expect(await info({ 'X-Forwarded-For': value })).toMatchObject({ clientAddress: address });
    });

    test('X-Forwarded-Proto', async () => {
      expect(await info({ 'X-Forwarded-Proto': 'https' })).toMatchObject({ isEncrypted: true });
      expect(await info({ 'X-Forwarded-Proto': 'http' })).toMatchObject({ isEncrypted: false });
      expect(await info({ 'X-Forwarded-Proto': 'http, https, http' })).toMatchObject({ isEncrypted: true });
      expect(await info({})).toMatchObject({ clientAddress: '127.0.0.1', isEncrypted: false });
    });
  });

  describeHost('a path prefix', { pathPrefix: '/app', middleware: true, fetch: true }, (server) => {
    const ask = (target: string): ReturnType<typeof askRaw> => askRaw({ port: server().port }, head('GET', target));

    test('is taken off the path and left in the url', async () => {
      expect(JSON.parse((await ask('/app/info?q')).body)).toMatchObject({
        path: '/info',
        query: 'q',
        url: '/app/info?q',
      });
    });

    test('the prefix itself is the root', async () => {
      expect((await ask('/app')).body).toBe('<p>small</p>');
      expect((await ask('/app/')).body).toBe('<p>small</p>');
    });

    test('what lies outside is not found', async () => {
      for (const target of ['/', '/apple', '/info', '/ap'])
        expect([target, (await ask(target)).status]).toEqual([target, 404]);
    });

    test('files below it, icon and robots.txt beside it', async () => {
      expect((await ask('/app/in-memory.txt')).body).toBe('from memory');
      expect((await ask('/in-memory.txt')).status).toBe(404);
      expect((await ask('/favicon.ico')).status).toBe(200);
      expect((await ask('/robots.txt')).status).toBe(200);
    });

    test('middleware sees the path below, and the whole one in originalUrl', async () => {
      expect(JSON.parse((await ask('/app/m/hello/you?q=1')).body)).toMatchObject({
        name: 'you',
        url: '/m/hello/you?q=1',
        originalUrl: '/app/m/hello/you?q=1',
      });
    });

    test('a fetch handler sees the whole address', async () => {
      const response = await fetch(`${server().url}/app/fetch/echo`, { method: 'POST', body: 'x' });
      expect(response.headers.get('x-path')).toBe('/app/fetch/echo');
    });
  });
});
