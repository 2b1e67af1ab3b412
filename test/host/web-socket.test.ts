import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { FixtureEvent } from './support/fixture-server.js';
import { askRaw, head } from './support/raw-request.js';
import { describeHost } from './support/suite.js';
import { Client, frame, handshake, openFrames } from './support/web-socket-client.js';

describeHost('WebSocket', { forwardedCount: 1, rawMiddleware: true, middleware: true, fetch: true }, (server) => {
  const open = (path: string, protocols: string[] = [], options = {}): Promise<Client> =>
    Client.open(`ws://127.0.0.1:${server().port}${path}`, protocols, options);

  describe('messages', () => {
    test('text and bytes come back as what they are', async () => {
      const client = await open('/ws/echo');
      client.socket.send('héllo');
      client.socket.send(Buffer.from([0, 1, 255]));
      client.socket.send('');
      expect(await client.until(3)).toEqual(['héllo', 'binary 0001ff', '']);
      client.socket.close();
    });

    test.each([125, 126, 65_535, 65_536])('%i bytes', async (size) => {
      const client = await open('/ws/echo');
      const text = 'a'.repeat(size);
      client.socket.send(text);
      expect(await client.until(1)).toEqual([text]);
      client.socket.close();
    });

    test('many, in order', async () => {
      const client = await open('/ws/echo');
      const sent = Array.from({ length: 500 }, (_, index) => `message ${index}`);
      for (const text of sent) client.socket.send(text);
      expect(await client.until(500)).toEqual(sent);
      client.socket.close();
    });

    test('in fragments', async () => {
      const socket = await openFrames({ port: server().port }, '/ws/echo');
      const answer = new Promise<Buffer>((resolve) => socket.once('data', resolve));
      socket.write(Buffer.concat([frame('one ', 1, false), frame('two ', 0, false), frame('three', 0)]));
      expect((await answer).toString('latin1')).toBe('\x81\x0done two three');
      socket.destroy();
    });

    test.each([
      ['sent at once', '/ws/burst', frame('50')],
      ['sent for messages that came together', '/ws/echo', Buffer.concat(Array(50).fill(frame('x')))],
      ['sent later in the turn', '/ws/late', Buffer.concat(Array(50).fill(frame('x')))],
    ])('what one turn sends is one write: %s', async (_title, path, request) => {
      const socket = await openFrames({ port: server().port }, path);
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.write(request);
      const frames = (): number => Buffer.concat(chunks).toString('latin1').split('\x81').length - 1;
      await expect.poll(frames).toBe(50);
      // The kernel may cut a write in two, but not in fifty.
      expect(chunks.length).toBeLessThan(5);
      socket.destroy();
    });

    test('what waits for the end of the turn counts as buffered', async () => {
      const client = await open('/ws/burst');
      client.socket.send('3');
      expect(await client.until(3)).toEqual(['message 0', 'message 1', 'message 2']);
      expect(await server().until(({ event }) => event === 'burst')).toMatchObject({ bufferedAmount: true });
      client.socket.close();
    });

    test('a ping is answered', async () => {
      const client = await open('/ws/echo');
      const pong = new Promise<string>((resolve) => client.socket.once('pong', (data) => resolve(data.toString())));
      client.socket.ping('are you there');
      expect(await pong).toBe('are you there');
      client.socket.close();
    });
  });

  describe('limits', () => {
    test.each([
      ['a text', 'x'.repeat(64 * 1024 + 1)],
      ['bytes', Buffer.alloc(64 * 1024 + 1)],
      ['a text that is longer in bytes', 'é'.repeat(32 * 1024 + 1)],
      ['much more', Buffer.alloc(20 * 1024 * 1024)],
    ])('%s over the limit: 1009', async (_title, data) => {
      const from = server().events.length;
      const client = await open('/ws/echo');
      client.socket.send(data);
      expect((await client.closed).code).toBe(1009);
      await server().until(({ event, code }) => event === 'socket-closed' && code === 1009, 2000, from);
      expect(client.messages).toEqual([]);
    });

    test('a message of exactly the limit passes', async () => {
      const client = await open('/ws/echo');
      client.socket.send('é'.repeat(32 * 1024));
      expect((await client.until(1))[0]?.length).toBe(32 * 1024);
      client.socket.close();
    });

    test('a reader that does not read is cut with 1013', async () => {
      const from = server().events.length;
      const socket = await openFrames({ port: server().port }, '/ws/flood');
      socket.pause();
      const isIt = ({ event, path }: FixtureEvent): boolean => event === 'socket-closed' && path === '/ws/flood';
      const closed = await server().until(isIt, 5000, from);
      expect(closed).toMatchObject({ code: 1013, isOpen: false });
      socket.destroy();
    });

    test('a reader who is sent too much in one turn is cut in that turn, before it has filled the memory', async () => {
      const from = server().events.length;
      const socket = await openFrames({ port: server().port }, '/ws/sudden');
      socket.pause();
      socket.write(frame('go'));
      expect(await server().until(({ event }) => event === 'sudden', 5000, from)).toMatchObject({
        isOpen: false,
        isBounded: true,
      });
      const isIt = ({ event, path }: FixtureEvent): boolean => event === 'socket-closed' && path === '/ws/sudden';
      expect(await server().until(isIt, 5000, from)).toMatchObject({ code: 1013 });
      socket.destroy();
    });

    test('drain tells when there is room again', async () => {
      const from = server().events.length;
      const socket = await openFrames({ port: server().port }, '/ws/drain');
      socket.pause();
      socket.write(frame('go'));
      expect(await server().until(({ event }) => event === 'waiting', 2000, from)).toMatchObject({ buffered: true });
      socket.resume();
      expect(await server().until(({ event }) => event === 'drain', 5000, from)).toMatchObject({ buffered: 0 });
      socket.destroy();
    });

    test('a silent client is closed, one that pings is not', async () => {
      const silent = await open('/ws/idle');
      const lively = await open('/ws/idle');
      const timer = setInterval(() => lively.socket.ping(), 200);
      expect((await silent.closed).code).toBe(1001);
      await sleep(1000);
      expect(lively.socket.readyState).toBe(lively.socket.OPEN);
      clearInterval(timer);
      lively.socket.close();
    });
  });

  describe('the end', () => {
    test('the server closes after its last words', async () => {
      const from = server().events.length;
      const client = await open('/ws/close');
      client.socket.send('4001 enough');
      expect(await client.closed).toEqual({ code: 4001, reason: 'enough' });
      expect(client.messages).toEqual(['last words']);
      const told = await server().until(({ event }) => event === 'closing', 2000, from);
      expect(told).toMatchObject({ isOpen: false });
      await server().until(({ event, path }) => event === 'socket-closed' && path === '/ws/close', 2000, from);
    });

    test('the client closes', async () => {
      const from = server().events.length;
      const client = await open('/ws/echo');
      client.socket.close(4002, 'bye');
      const told = await server().until(({ event, code }) => event === 'socket-closed' && code === 4002, 2000, from);
      expect(told).toMatchObject({ reason: 'bye', isOpen: false });
      expect((await client.closed).code).toBe(4002);
    });

    test('the client is gone', async () => {
      const from = server().events.length;
      const client = await open('/ws/echo');
      client.socket.terminate();
      await server().until(({ event, code }) => event === 'socket-closed' && code === 1006, 2000, from);
    });

    test('the server cuts', async () => {
      const client = await open('/ws/terminate');
      client.socket.send('x');
      expect((await client.closed).code).toBe(1006);
    });

    test('an error of the route is reported and closes with 1011', async () => {
      const client = await open('/ws/throws');
      client.socket.send('x');
      expect((await client.closed).code).toBe(1011);
      await server().until(({ event, message }) => event === 'error' && message === 'secret of the route');
    });
  });

  describe('the handshake', () => {
    test('the route knows the request as long as the socket lives', async () => {
      const client = await open('/ws/info?a=1', [], {
        headers: { 'x-one': 'first', 'x-forwarded-for': 'forged, 9.8.7.6', 'x-forwarded-proto': 'https' },
      });
      expect(JSON.parse((await client.until(1))[0] as string)).toEqual({
        path: '/ws/info',
        query: 'a=1',
        url: '/ws/info?a=1',
        one: 'first',
        headers: 'first',
        clientAddress: '9.8.7.6',
        isEncrypted: true,
      });
      client.socket.close();
    });

    test.each(['/ws/unknown', '/', '/m/hello/you'])('%s is no WebSocket: 404 and closed', async (path) => {
      const answer = await askRaw({ port: server().port }, head('GET', path, handshake));
      expect([answer.status, answer.isLast]).toEqual([404, true]);
    });

    test('a plain GET of a WebSocket path goes to the stages', async () => {
      const answer = await askRaw({ port: server().port }, head('GET', '/ws/echo'));
      expect([answer.status, answer.body, answer.headers['x-middleware']]).toEqual([200, '<p>small</p>', 'seen']);
    });

    test('an error while the route is asked for: 500', async () => {
      const answer = await askRaw({ port: server().port }, head('GET', '/ws/refuses', handshake));
      expect(answer.status).toBe(500);
      expect(answer.body).not.toContain('secret');
    });

    test.each([
      ['an old version', { ...handshake, 'Sec-WebSocket-Version': '7' }],
      ['no key', { ...handshake, 'Sec-WebSocket-Key': '' }],
      ['a key of another length', { ...handshake, 'Sec-WebSocket-Key': 'abc' }],
    ])('%s is refused', async (_title, headers) => {
      const answer = await askRaw({ port: server().port }, head('GET', '/ws/echo', headers));
      expect([400, 426]).toContain(answer.status);
    });

    test('another method is refused', async () => {
      const answer = await askRaw(
        { port: server().port },
        head('POST', '/ws/echo', { ...handshake, 'Content-Length': '0' }),
      );
      expect([400, 405]).toContain(answer.status);
    });

    test('an Upgrade header that no Connection header names is ignored', async () => {
      for (const connection of ['keep-alive', 'close, upgraded']) {
        const answer = await askRaw(
          { port: server().port },
          head('GET', '/', { ...handshake, Connection: connection }),
        );
        expect([answer.status, answer.body]).toEqual([200, '<p>small</p>']);
      }
    });

    test('Connection may name more than Upgrade', async () => {
      const headers = { ...handshake, Connection: 'keep-alive, upgrade' };
      expect((await askRaw({ port: server().port }, head('GET', '/ws/echo', headers))).status).toBe(101);
    });

    test('an offer of another protocol is ignored', async () => {
      const answer = await askRaw(
        { port: server().port },
        head('GET', '/', {
          Upgrade: 'h2c',
          Connection: 'Upgrade, HTTP2-Settings',
          'HTTP2-Settings': 'AAMAAABkAAQAAP__',
        }),
      );
      expect([answer.status, answer.body]).toEqual([200, '<p>small</p>']);
    });

    test('no sub-protocol unless the route chooses one', async () => {
      const answer = await askRaw(
        { port: server().port },
        head('GET', '/ws/echo', { ...handshake, 'Sec-WebSocket-Protocol': 'first, second' }),
        100,
      );
      expect(answer.status).toBe(101);
      expect(answer.headers['sec-websocket-protocol']).toBeUndefined();
      const client = await open('/ws/protocol', ['first', 'second']);
      expect(client.socket.protocol).toBe('second');
      client.socket.close();
    });

    test('no compression unless the route wants it', async () => {
      const plain = await open('/ws/echo', [], { perMessageDeflate: true });
      expect(plain.socket.extensions).toBe('');
      plain.socket.close();
      const client = await open('/ws/compressed', [], { perMessageDeflate: true });
      expect(client.socket.extensions).toContain('permessage-deflate');
      const texts = ['small', 'large '.repeat(5000), 'small again'];
      for (const text of texts) client.socket.send(text);
      expect(await client.until(3)).toEqual(texts);
      client.socket.close();
    });
  });

  describe('frames against the rules', () => {
    test.each([
      ['not masked', Buffer.from([0x81, 0x01, 0x78])],
      ['reserved bits', Buffer.concat([Buffer.from([0xf1]), frame('x').subarray(1)])],
      ['an unknown opcode', frame('x', 3)],
      ['a continuation of nothing', frame('x', 0)],
      ['a long ping', frame('x'.repeat(126), 9)],
      ['text that is not UTF-8', frame(Buffer.from([0xff, 0xfe]))],
      ['half a close code', frame(Buffer.from([3]), 8)],
    ])('%s: closed, and the server lives', async (_title, bytes) => {
      const socket = await openFrames({ port: server().port }, '/ws/echo');
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume().write(bytes);
      socket.once('end', () => socket.end());
      await closed;
      const client = await open('/ws/echo');
      client.socket.send('alive');
      expect(await client.until(1)).toEqual(['alive']);
      client.socket.close();
    });
  });
});

describeHost('WebSocket below a prefix', { pathPrefix: '/app' }, (server) => {
  test('has its path without the prefix', async () => {
    const client = await Client.open(`ws://127.0.0.1:${server().port}/app/ws/info`);
    expect(JSON.parse((await client.until(1))[0] as string)).toMatchObject({
      path: '/ws/info',
      url: '/app/ws/info',
      isEncrypted: false,
      clientAddress: '127.0.0.1',
    });
    client.socket.close();
    await expect(Client.open(`ws://127.0.0.1:${server().port}/ws/info`)).rejects.toThrow('404');
  });
});
