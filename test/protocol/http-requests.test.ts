import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { helloBundle } from '../support/hello-bundle.js';
import { exchange, RawConnection, request } from '../support/raw-http.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const page = expect.stringContaining('<h1 id="title">');
const robots = 'User-agent: *\nAllow: /\n';

/** Request targets, strange but valid, and the answer's body. */
const strangeTargets: readonly (readonly [target: string, body: unknown])[] = [
  ['//', page],
  ['///', page],
  ['//etc/passwd', page],
  ['/\\', page],
  ['/a|b"<>{}^`', page],
  ['/#fragment', page],
  ['/?', page],
  ['/%E2%82%AC', page],
  ['/%2525', page],
  // Nothing outside of the bundle is ever reached; dots are resolved as browsers do.
  ['/../../../../etc/passwd', page],
  ['/%2e%2e/%2e%2e/etc/passwd', page],
  ['/..%2f..%2fetc%2fpasswd', page],
  ['/..%5c..%5cetc%5cpasswd', page],
  ['/..\\..\\etc\\passwd', page],
  ['/....//....//etc/passwd', page],
  ['/../package.json', page],
  ['/../../manifest.json', page],
  ['/./robots.txt', robots],
  ['/x/../robots.txt', robots],
  ['/x/%2e%2e/robots.txt', robots],
  ['/robots.txt?a=../../../../etc/passwd', robots],
  ['/%72obots.txt', robots],
  [`/robots.txt?${'q'.repeat(8000)}`, robots],
  ['http://other.example/robots.txt', robots],
  ['HTTPS://user:password@other.example:99/x/../robots.txt?a#b', robots],
  ['http://other.example', page],
  ['http://other.example?a', page],
];

/** Request targets that are no targets. */
const wrongTargets: readonly string[] = [
  '/%',
  '/%zz',
  '/%c3%28',
  '/%ff',
  '/%00',
  '/robots.txt%00',
  '/robots.txt%00.html',
  '*',
  'robots.txt',
  '?x',
  'ftp://other.example/robots.txt',
  'javascript:alert(1)',
];

/** Whole requests that RFC 9112 tells servers to refuse. */
const wrongRequests: readonly { readonly what: string; readonly bytes: string; readonly status: readonly number[] }[] =
  [
    { what: 'no HTTP', bytes: 'nonsense\r\n\r\n', status: [400] },
    {
      what: 'a TLS handshake',
      bytes: `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'\0'.repeat(500)}`,
      status: [400],
    },
    { what: 'HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: [400, 505] },
    { what: 'a version to come', bytes: 'GET / HTTP/9.9\r\nHost: a\r\n\r\n', status: [400, 505] },
    { what: 'a space in the target', bytes: 'GET / a HTTP/1.1\r\nHost: a\r\n\r\n', status: [400, 505] },
    { what: 'a NUL in the target', bytes: 'GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n', status: [400, 505] },
    { what: 'a NUL in a header', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', status: [400] },
    { what: 'no Host', bytes: 'GET / HTTP/1.1\r\n\r\n', status: [400] },
    { what: 'a header without a colon', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n', status: [400] },
    { what: 'a space before the colon', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nX : a\r\n\r\n', status: [400] },
    { what: 'a header over two lines', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n', status: [400] },
    {
      what: 'a target that is too long',
      bytes: `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      status: [431],
    },
    {
      what: 'a header that is too long',
      bytes: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
      status: [431],
    },
    {
      what: 'too many headers',
      bytes: `GET / HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 3000 }, (_, i) => `X-${i}: a\r\n`).join('')}\r\n`,
      status: [431],
    },
    {
      what: 'two lengths',
      bytes: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      status: [400],
    },
    { what: 'a negative length', bytes: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n', status: [400] },
    {
      what: 'a length and chunks, as smugglers send them',
      bytes: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      status: [400],
    },
  ];

/** Not 2xx, not 5xx: nothing was done, and it is the client's fault. */
const unknownMethods: readonly string[] = ['BREW', 'get', 'G@T', 'GETGETGET', ''];

describe.each(runtimes)('HTTP on $name, given', (runtime) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(helloBundle(), runtime);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    expect(server.output).toBe('LISTENING\n');
  });
  afterEach(async () => {
    expect(await (await fetch(`${server.url}/robots.txt`)).text()).toBe(robots);
  });

  test.each(strangeTargets)('the target %.60s', async (target, body) => {
    expect(await request(server.port, `GET ${target} HTTP/1.1`)).toMatchObject({ status: 200, body });
  });

  test.each(wrongTargets)('the target %s, which is none', async (target) => {
    expect((await request(server.port, `GET ${target} HTTP/1.1`)).status).toBe(400);
  });

  test.each(wrongRequests)('$what: refused, and the connection closed', async ({ bytes, status }) => {
    const responses = await exchange(server.port, bytes);
    expect(status).toContain(responses.at(0)?.status);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])(
    '%s: not allowed, on pages and files',
    async (method) => {
      for (const path of ['/', '/robots.txt']) {
        const response = await request(server.port, `${method} ${path} HTTP/1.1`, 'Content-Length: 0');
        expect(response.status, path).toBe(405);
        expect(response.headers.allow, path).toMatch(/GET, HEAD/);
      }
    },
  );

  test.each(unknownMethods)('the method "%s", which there is not: refused or cut', async (method) => {
    const responses = await exchange(server.port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    for (const { status } of responses) expect([400, 405, 501]).toContain(status);
  });

  test('CONNECT: no tunnel to anywhere', async () => {
    const responses = await exchange(
      server.port,
      'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\nConnection: close\r\n\r\n',
    );
    for (const { status } of responses) expect(status).toBeGreaterThanOrEqual(400);
  });

  test('HEAD: the headers of GET and no body', async () => {
    for (const path of ['/', '/robots.txt', '/nowhere.ico', '/favicon.ico']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) =>
          exchange(server.port, `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
        ),
      );
      expect(head?.[0]?.status, path).toBe(get?.[0]?.status);
      expect(head?.[0]?.body, path).toBe('');
      expect(head?.[0]?.headers['content-length'], path).toBe(get?.[0]?.headers['content-length']);
    }
  });

  test('requests in a row on one connection: answered in their order', async () => {
    const ask = (path: string, ...headers: string[]): string =>
      `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
    const responses = await exchange(
      server.port,
      ask('/robots.txt') + ask('/favicon.ico') + ask('/robots.txt', 'Connection: close'),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test('a body that is not what was announced', async () => {
    const connection = await RawConnection.open(server.port);
    connection.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnot a chunk\r\n');
    await connection.closed;
    for (const { status } of connection.responses()) expect([400, 405]).toContain(status);
  });

  test('ranges that make no sense', async () => {
    for (const [range, status] of [
      ['bytes=1000-', 416],
      ['bytes=-0', 416],
      ['bytes=5-2', 200],
      ['lines=1-2', 200],
      [`bytes=${Array.from({ length: 500 }, (_, i) => `${i}-`).join(',')}`, 200],
      ['bytes=0-99999', 206],
    ] as const) {
      const response = await request(server.port, 'GET /robots.txt HTTP/1.1', `Range: ${range}`);
      expect(response.status, range).toBe(status);
    }
  });

  test('a hundred connections that never finish their headers: others are served', async () => {
    const slow = await Promise.all(Array.from({ length: 100 }, () => RawConnection.open(server.port)));
    for (const connection of slow) connection.write('GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ');
    expect((await fetch(server.url)).status).toBe(200);
    // Late, but right: answered as any other.
    slow[0]?.write('now\r\nConnection: close\r\n\r\n');
    await slow[0]?.closed;
    expect(slow[0]?.responses()[0]?.status).toBe(200);
    for (const { socket } of slow) socket.destroy();
  });

  test('clients that ask and go: others are served', async () => {
    const html = await (await fetch(server.url)).text();
    const script = /src="([^"]+\.js)"/.exec(html)?.[1];
    for (let i = 0; i < 50; i++) {
      const connection = await RawConnection.open(server.port);
      connection.write(`GET ${i % 2 === 0 ? script : '/'} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(20));
      connection.socket.resetAndDestroy();
      await connection.closed;
    }
    expect((await fetch(server.url)).status).toBe(200);
  });
});
