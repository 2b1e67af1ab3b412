import { afterEach, describe, expect, test } from 'vitest';
import { askRaw, head, type RawAnswer } from './support/raw-request.js';
import { describeHost } from './support/suite.js';

// With and without middleware: malformed requests take both ways through a host.
describe.each([
  ['alone', {}],
  ['with middleware', { rawMiddleware: true, middleware: true, fetch: true }],
])('malformed requests, %s', (_title, options) => {
  describeHost('are answered by the book', options, (server, capabilities) => {
    const ask = (request: string | Buffer): Promise<RawAnswer> => askRaw({ port: server().port }, request);
    const info = async (target: string): Promise<Record<string, unknown>> =>
      JSON.parse((await ask(head('GET', target))).body);

    afterEach(async () => {
      expect((await ask(head('GET', '/'))).body).toBe('<p>small</p>');
      expect(server().errors).toBe('');
    });

    test('a target in absolute form counts by its path', async () => {
      expect(await info('http://elsewhere.example/info?q=1')).toMatchObject({ path: '/info', query: 'q=1' });
      expect((await ask(head('GET', 'http://elsewhere.example'))).status).toBe(200);
    });

    test('empty segments are part of the path', async () => {
      expect((await ask(head('GET', '//'))).body).toBe('<p>small</p>');
      expect((await ask(head('GET', '//in-memory.txt'))).body).toBe('<p>small</p>');
      expect((await ask(head('GET', '//elsewhere.example/in-memory.txt'))).body).toBe('<p>small</p>');
    });

    test('dot segments are resolved and lead nowhere above the root', async () => {
      for (const target of [
        '/a/../info',
        '/./info',
        '/../../info',
        '/a/%2e%2e/info',
        '/%2E/info',
        '\\info',
        '/a/..\\info',
      ]) {
        if (!target.startsWith('/')) continue;
        expect([target, (await info(target)).path]).toEqual([target, '/info']);
      }
      for (const target of ['/..%2f..%2fetc/passwd', '/%2e%2e%2fetc/passwd', '/../../../../etc/passwd']) {
        expect((await ask(head('GET', target))).body).toBe('<p>small</p>');
      }
    });

    test.each(['/%', '/%zz', '/%c3%28', '/a%00b', '/%ff'])('%s is no path: 400', async (target) => {
      const answer = await ask(head('GET', target));
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('400 Bad Request');
    });

    test.each([
      ['no target', 'GET HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a target without a slash', head('GET', 'info')],
      ['an asterisk', head('GET', '*')],
      ['a space in the target', head('GET', '/a b')],
      ['a NUL in the target', head('GET', '/a\0b')],
      ['another scheme', head('GET', 'ftp://x/info')],
      ['garbage', 'garbage\r\n\r\n'],
      ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0d, 0x0a, 0x0d, 0x0a])],
      ['a version nobody knows', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
      ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
      ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: value\r\n\r\n'],
      ['a header with a space in its name', 'GET / HTTP/1.1\r\nHost: x\r\nA b: value\r\n\r\n'],
      ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n'],
      ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
      ['a negative length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
      [
        'length and chunks',
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
    ])('%s: refused', async (_name, request) => {
      const answer = await ask(request);
      // 505 for what looks like a wrong version.
      expect([400, 404, 501, 505]).toContain(answer.status);
      // Node refuses a missing Host with the status line only.
      if (capabilities.parserErrorPages && answer.body !== '') expect(answer.body).toContain(`<h1>${answer.status}`);
    });

    test('a chunk that is none ends the request', async () => {
      const answer = await ask(`${head('POST', '/m/count', { 'Transfer-Encoding': 'chunked' })}zz\r\n`);
      expect(answer.isClosed || answer.status >= 400 || answer.status === 200).toBe(true);
    });

    test.each([
      ['a long target', head('GET', `/${'a'.repeat(100_000)}`)],
      ['a long header', head('GET', '/', { 'X-Long': 'a'.repeat(100_000) })],
      ['many headers', head('GET', '/', Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`X-${i}`, 'a'])))],
    ])('%s: 431', async (_name, request) => {
      const answer = await ask(request);
      expect([answer.status, answer.isLast]).toEqual([431, true]);
    });

    test('OPTIONS *', async () => {
      expect((await ask(head('OPTIONS', '*'))).status).toBe(capabilities.rawTargets ? 204 : 400);
    });

    test('methods', async () => {
      expect((await ask(head('TRACE', '/'))).status).toBeLessThan(500);
      const unknown = await ask(head('BREW', '/'));
      expect([unknown.status, unknown.isLast]).toEqual([capabilities.unknownMethods ? 400 : 0, true]);
      expect((await ask(head('CONNECT', 'elsewhere.example:80'))).status).not.toBe(200);
    });

    test('a request that never ends its head keeps nobody waiting', async () => {
      const slow = askRaw({ port: server().port }, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow:', 200);
      expect((await ask(head('GET', '/'))).status).toBe(200);
      await slow;
    });

    test('prototype names in paths and headers', async () => {
      for (const target of ['/__proto__', '/constructor', '/toString']) {
        expect((await ask(head('GET', target))).body).toBe('<p>small</p>');
      }
      const answer = await ask(head('GET', '/info', { ['__proto__']: 'x', constructor: 'y' }));
      expect(answer.status).toBe(200);
    });
  });
});
