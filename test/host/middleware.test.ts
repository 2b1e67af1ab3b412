import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { askRaw, head, openSocket, type RawAnswer } from './support/raw-request.js';
import { describeHost } from './support/suite.js';

const everything = { rawMiddleware: true, middleware: true, fetch: true };

describeHost('middleware', everything, (server) => {
  const get = (target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> =>
    askRaw({ port: server().port }, head(method, target, headers));
  const post = (target: string, body: BodyInit, type = 'application/octet-stream'): Promise<Response> =>
    fetch(server().url + target, { method: 'POST', body, headers: { 'content-type': type } });

  describe('order of the stages', () => {
    test('raw middleware answers first', async () => {
      expect(await get('/raw?x')).toMatchObject({ status: 200, body: 'raw /raw?x' });
    });

    test('raw middleware sees static files, normal middleware does not', async () => {
      const { headers, body } = await get('/in-memory.txt');
      expect([body, headers['x-raw'], headers['x-middleware']]).toEqual(['from memory', 'seen', undefined]);
    });

    test('fetch and pages come after both and keep their headers', async () => {
      for (const target of ['/', '/fetch/cookies', '/shared']) {
        const { headers, status } = await get(target, { 'Accept-Encoding': 'br' });
        expect([target, status, headers['x-raw'], headers['x-middleware']]).toEqual([target, 200, 'seen', 'seen']);
      }
    });

    test('a URL that raw middleware rewrote', async () => {
      expect(JSON.parse((await get('/rewrite')).body)).toMatchObject({ path: '/info', query: 'rewritten' });
    });

    test('the host answers what nobody wants, without their headers', async () => {
      expect((await get('/nothing')).status).toBe(404);
    });

    test('raw middleware hears when others have answered', async () => {
      await get('/in-memory.txt?finish');
      await server().until(({ event, url }) => event === 'raw-finish' && url === '/in-memory.txt?finish');
      await get('/?finish');
      await server().until(({ event, url }) => event === 'raw-finish' && url === '/?finish');
    });
  });

  describe('Express', () => {
    test('parameters, query, addresses', async () => {
      expect(JSON.parse((await get('/m/hello/you?q=1')).body)).toEqual({
        name: 'you',
        query: '1',
        url: '/m/hello/you?q=1',
        originalUrl: '/m/hello/you?q=1',
        ip: '127.0.0.1',
        secure: false,
        remoteAddress: '127.0.0.1',
        encrypted: false,
      });
    });

    test('parsers of bodies', async () => {
      expect(await (await post('/m/json', '{"a":[1,"é"]}', 'application/json')).json()).toEqual({ a: [1, 'é'] });
      expect(await (await post('/m/form', 'a=1&b=x+y', 'application/x-www-form-urlencoded')).json()).toEqual({
        a: '1',
        b: 'x y',
      });
      expect((await post('/m/json', '{', 'application/json')).status).toBe(400);
      expect((await post('/m/json', JSON.stringify('x'.repeat(200_000)), 'application/json')).status).toBe(413);
    });

    test('a body in chunks', async () => {
      const request = `${head('POST', '/m/json', {
        'Content-Type': 'application/json',
        'Transfer-Encoding': 'chunked',
      })}5\r\n{"b":\r\n2\r\n2}\r\n0\r\n\r\n`;
      expect((await askRaw({ port: server().port }, request)).body).toBe('{"b":2}');
    });

    test('Expect: 100-continue', async () => {
      const socket = await openSocket({ port: server().port });
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
      });
      socket.write(
        head('POST', '/m/count', { 'Content-Length': '3', Expect: '100-continue', 'Content-Type': 'text/plain' }),
      );
      await expect.poll(() => text).toContain('100 Continue');
      socket.write('abc');
      await expect.poll(() => text).toContain('{"size":3,"complete":true}');
      socket.destroy();
    });

    test('files with type, ranges and conditions, by send', async () => {
      const whole = await get('/m/send-file');
      expect([whole.status, whole.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(whole.body.length).toBe(Number(whole.headers['content-length']));
      const part = await get('/m/send-file', { Range: 'bytes=0-9' });
      expect([part.status, part.body]).toEqual([206, whole.body.slice(0, 10)]);
      const again = await get('/m/send-file', { 'If-None-Match': whole.headers.etag as string });
      expect([again.status, again.body]).toEqual([304, '']);
      const only = await get('/m/send-file', {}, 'HEAD');
      expect([only.status, only.body, only.headers['content-length']]).toEqual([
        200,
        '',
        whole.headers['content-length'],
      ]);
    });

    test('cookies, lists of headers, state of the response', async () => {
      const answer = await get('/m/headers');
      expect(JSON.parse(answer.body)).toEqual({
        number: 7,
        list: ['a', 'b', 'c'],
        has: false,
        names: expect.arrayContaining(['x-number', 'x-list', 'x-raw', 'x-middleware']),
        before: [false, false, false],
        afterHead: true,
        late: 'ERR_HTTP_HEADERS_SENT',
      });
      expect(answer.headers['x-number']).toBe('8');
      expect(answer.headers['x-list']?.split(/, |\n/)).toEqual(['a', 'b', 'c']);
      expect(answer.headers['set-cookie']).toBe('one=1; Path=/\ntwo=2; Path=/');
      const { state } = await server().until(({ event }) => event === 'after-end');
      expect(state).toEqual([true, true, true]);
    });

    test('headers that would split a response are refused', async () => {
      expect(JSON.parse((await get('/m/bad-header')).body)).toEqual([
        'ERR_INVALID_HTTP_TOKEN',
        'ERR_INVALID_CHAR',
        'ERR_HTTP_INVALID_HEADER_VALUE',
        'ERR_HTTP_INVALID_STATUS_CODE',
        'ERR_STREAM_NULL_VALUES',
        'ERR_INVALID_ARG_TYPE',
      ]);
    });

    test('no content type is invented', async () => {
      const answer = await get('/m/no-type');
      expect([answer.body, answer.headers['content-type']]).toEqual(['<p>no type</p>', undefined]);
    });

    test('204 and redirections', async () => {
      expect(await get('/m/no-content')).toMatchObject({ status: 204, body: '' });
      const answer = await get('/m/redirect');
      expect([answer.status, answer.headers.location]).toEqual([302, '/m/hello/you']);
    });

    test.each([
      ['/m/throw', 500],
      ['/m/reject', 500],
      ['/m/forbidden', 403],
    ])('%s becomes an error page', async (target, status) => {
      const answer = await get(target);
      expect(answer.status).toBe(status);
      expect(answer.body).not.toContain('secret');
      expect(answer.headers['x-middleware']).toBeUndefined();
      await server().until(({ event, path }) => event === 'error' && path === target);
    });

    test('writing after the end, and answering twice, do no harm', async () => {
      expect((await get('/m/after-end')).body).toBe('done');
      const { code } = await server().until(({ event }) => event === 'late-write');
      expect(code).toBe('ERR_STREAM_WRITE_AFTER_END');
      expect((await get('/m/twice')).body).toBe('once');
    });

    test('writing after the end is no end of the process when nobody listens for errors', async () => {
      expect((await get('/m/after-end-unheard')).body).toBe('done');
      expect((await get('/m/twice')).body).toBe('once');
    });

    test('a reason phrase that would split a response', async () => {
      const { status, headers } = await get('/m/bad-reason');
      // Node throws at it; on Bun nobody can send a reason phrase.
      expect([201, 500]).toContain(status);
      expect(headers['x-split']).toBe(undefined);
    });

    test('an error that throws when it is looked at', async () => {
      expect((await get('/m/throws-unreadable')).status).toBe(500);
    });
  });

  describe('streams', () => {
    const big = Buffer.alloc(3 * 1024 * 1024, 'abcdefgh');

    test.each(['/m/echo', '/m/pipeline'])('%s sends a large body back', async (target) => {
      const bytes = Buffer.from(await (await post(target, big)).arrayBuffer());
      expect(bytes.equals(big)).toBe(true);
    });

    test('a body that nobody reads', async () => {
      expect(await (await post('/m/ignore-body', big)).text()).toBe('ignored');
      expect(await (await post('/m/count', big)).json()).toEqual({ size: big.length, complete: true });
    });

    test('pieces in order', async () => {
      expect(await (await fetch(`${server().url}/m/pieces`)).text()).toBe('one two three');
      const text = await (await fetch(`${server().url}/m/stream-file`)).text();
      expect(text).toBe((await get('/m/send-file')).body);
    });

    test('what is written goes out before the end', async () => {
      const { body } = await fetch(`${server().url}/m/events`);
      const chunks: string[] = [];
      for await (const chunk of body as ReadableStream<Uint8Array>) chunks.push(Buffer.from(chunk).toString());
      expect(chunks).toEqual(['data: 0\n\n', 'data: 1\n\n', 'data: 2\n\n']);
    });

    test('a client that does not read stops the writer', async () => {
      const socket = await openSocket({ port: server().port });
      socket.pause();
      socket.write(head('GET', '/m/flood'));
      await sleep(300);
      const { written } = await (await fetch(`${server().url}/m/flood-count`)).json();
      socket.destroy();
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(60);
    });

    test('the writer goes on when there is room', async () => {
      const text = await (await fetch(`${server().url}/m/drain`)).text();
      expect(text.endsWith('drained')).toBe(true);
      expect(text.length).toBe(40 * 64 * 1024 + 'drained'.length);
    });

    test('a reader that pauses gets all in the end', async () => {
      expect(await (await post('/m/slow-reader', big)).json()).toEqual({ size: big.length });
    });
  });

  describe('ends', () => {
    test('events of a response that went well', async () => {
      await get('/m/events-of-response');
      const { seen, finished } = await server().until(({ event }) => event === 'events');
      expect(seen).toEqual(expect.arrayContaining(['response finish', 'response close', 'request close']));
      expect((seen as string[]).indexOf('response finish')).toBeLessThan((seen as string[]).indexOf('response close'));
      expect(finished).toBe(true);
    });

    test('a client that leaves while it waits', async () => {
      const from = server().events.length;
      const socket = await openSocket({ port: server().port });
      socket.write(head('GET', '/m/hang'));
      await server().until(({ event }) => event === 'hanging', 2000, from);
      socket.destroy();
      const { seen, finished } = await server().until(({ event }) => event === 'left', 2000, from);
      expect(seen).toEqual(['aborted', 'request close', 'response close']);
      expect(finished).toBe(false);
    });

    test.each(['/m/json', '/m/upload'])(
      'a client that leaves in mid-body (%s): no error for the log',
      async (target) => {
        const from = server().events.length;
        const leave = async (path: string): Promise<void> => {
          const headers = { 'Content-Length': '100', 'Content-Type': 'application/json' };
          const socket = await openSocket({ port: server().port });
          socket.write(`${head('POST', path, headers)}{"a"`);
          await sleep(30);
          socket.destroy();
        };
        await leave(target);
        await leave('/m/upload');
        await server().until(({ event }) => event === 'upload-over', 2000, from);
        expect((await get('/m/hello/you')).status).toBe(200);
        expect(
          server()
            .events.slice(from)
            .filter(({ event }) => event === 'error'),
        ).toEqual([]);
      },
    );

    test('a response that is destroyed is not taken for whole', async () => {
      const answer = await get('/m/destroy');
      expect(answer.isClosed).toBe(true);
      expect(answer.text).not.toContain('0\r\n\r\n');
    });
  });

  describe('the fetch stage', () => {
    test('a body both ways', async () => {
      const body = 'x'.repeat(300_000);
      const response = await post('/fetch/echo', body);
      expect([response.status, response.headers.get('x-method')]).toEqual([202, 'POST']);
      expect(await response.text()).toBe(body);
      expect(await (await post('/fetch/json', '{"a":1}', 'application/json')).json()).toEqual({ a: 1 });
    });

    test('several cookies', async () => {
      expect((await get('/fetch/cookies')).headers['set-cookie']).toBe('a=1\nb=2');
    });

    test('its signal tells that the client has left', async () => {
      const socket = await openSocket({ port: server().port });
      socket.write(head('GET', '/fetch/hang'));
      await server().until(({ event }) => event === 'fetch-hang');
      socket.destroy();
      await server().until(({ event }) => event === 'fetch-aborted');
    });

    test('an error', async () => {
      const answer = await get('/fetch/throws');
      expect(answer.status).toBe(500);
      expect(answer.body).not.toContain('secret');
    });
  });
});

describeHost('the fetch stage alone', { fetch: true }, (server) => {
  test('answers, or passes on', async () => {
    const response = await fetch(`${server().url}/fetch/echo`, { method: 'PUT', body: 'text' });
    expect([response.status, response.headers.get('x-method'), await response.text()]).toEqual([202, 'PUT', 'text']);
    expect(await (await fetch(`${server().url}/`)).text()).toBe('<p>small</p>');
    expect((await fetch(`${server().url}/fetch/throws`)).status).toBe(500);
  });
});

describeHost('development', { middleware: true }, (server, _capabilities, runtime) => {
  test('error pages show the error in development only', async () => {
    expect(await (await fetch(`${server().url}/m/throw`)).text()).not.toContain('secret');
    const { FixtureServer } = await import('./support/fixture-server.js');
    const development = await FixtureServer.start(runtime, { middleware: true }, { NODE_ENV: 'development' });
    try {
      expect(await (await fetch(`${development.url}/m/throw`)).text()).toContain('secret of the middleware');
    } finally {
      await development.kill();
    }
  });
});
