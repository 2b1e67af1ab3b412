import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { probeBundle } from '../support/probe-bundle.js';
import { request } from '../support/raw-http.js';
import { RawWebSocket } from '../support/raw-web-socket.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const connect = '{"msg":"connect","version":"1","support":["1"]}';
const TEXT = 0x81;
const PING = 0x89;

/** Frames that RFC 6455 forbids; the code that its section 7.4.1 has for them. */
const forbidden: readonly {
  readonly what: string;
  readonly code: number;
  readonly send: (socket: RawWebSocket) => void;
}[] = [
  { what: 'a frame without a mask', code: 1002, send: (socket) => socket.send(TEXT, connect, { masked: false }) },
  { what: 'reserved bits', code: 1002, send: (socket) => socket.send(0xf1, connect) },
  { what: 'a compressed frame, which nobody agreed on', code: 1002, send: (socket) => socket.send(0xc1, connect) },
  { what: 'a reserved opcode', code: 1002, send: (socket) => socket.send(0x83, connect) },
  { what: 'a reserved control opcode', code: 1002, send: (socket) => socket.send(0x8b) },
  { what: 'a continuation of nothing', code: 1002, send: (socket) => socket.send(0x80, connect) },
  {
    what: 'a new message before the last one was complete',
    code: 1002,
    send: (socket) => {
      socket.send(0x01, '{"msg"');
      socket.send(TEXT, connect);
    },
  },
  { what: 'a ping in parts', code: 1002, send: (socket) => socket.send(0x09, 'a') },
  { what: 'a ping that is too long', code: 1002, send: (socket) => socket.send(PING, 'a'.repeat(126)) },
  { what: 'a close frame with half a code', code: 1002, send: (socket) => socket.send(0x88, 'a') },
  { what: 'text that is not UTF-8', code: 1007, send: (socket) => socket.send(TEXT, Buffer.from([0x22, 0xc3, 0x28])) },
  { what: 'the length of a terabyte', code: 1009, send: (socket) => socket.send(TEXT, 'a', { length: 2 ** 40 }) },
];

describe.each(runtimes)('WebSocket on $name:', (runtime) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(probeBundle(), runtime);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    expect(server.output).not.toMatch(/Error|Unhandled|uncaught/i);
  });
  afterEach(async () => {
    const client = await TestDdp.connect(server.url);
    expect((await client.call('echo', 'alive')).result).toBe('alive');
    await client.close();
  });

  test.each(forbidden)('$what closes the connection', async ({ code, send }) => {
    const socket = await RawWebSocket.open(server.port);
    send(socket);
    expect(await socket.closeCode()).toBe(code);
  });

  test('a message in many parts, with pings between them', async () => {
    const socket = await RawWebSocket.open(server.port);
    socket.send(0x01, connect.slice(0, 1));
    for (let i = 1; i < connect.length; i++) {
      if (i % 10 === 0) socket.send(PING, String(i));
      socket.send(i === connect.length - 1 ? 0x80 : 0x00, connect[i]);
    }
    expect(JSON.parse(await socket.text(() => true))).toMatchObject({ msg: 'connected' });
    const pongs = socket.frames().filter(({ opcode }) => opcode === 10);
    expect(pongs.map(({ payload }) => payload.toString())).toEqual(['10', '20', '30', '40']);
    socket.connection.socket.destroy();
  });

  test('a message in endless parts is cut at the size limit', async () => {
    const socket = await RawWebSocket.open(server.port);
    socket.send(0x01, '"');
    const part = Buffer.alloc(64 * 1024, 'a');
    for (let i = 0; i < 400 && !socket.connection.socket.destroyed; i++) {
      socket.send(0x00, part);
      await new Promise(setImmediate);
    }
    expect(await socket.closeCode()).toBe(1009);
  });

  test('frames that come byte by byte', async () => {
    const socket = await RawWebSocket.open(server.port);
    const payload = Buffer.from(connect);
    for (const byte of Buffer.concat([Buffer.from([TEXT, 0x80 | payload.length, 0, 0, 0, 0]), payload])) {
      socket.connection.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    expect(JSON.parse(await socket.text(() => true))).toMatchObject({ msg: 'connected' });
    socket.connection.socket.destroy();
  });

  test('a close frame is answered with one', async () => {
    const socket = await RawWebSocket.open(server.port);
    socket.send(0x88, Buffer.from([0x03, 0xe8]));
    expect(await socket.closeCode()).toBe(1000);
  });

  test.each([
    { what: 'no key', headers: ['Upgrade: websocket', 'Sec-WebSocket-Version: 13'], status: [400] },
    {
      what: 'a version of the past',
      headers: ['Upgrade: websocket', 'Sec-WebSocket-Version: 7', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
      status: [400, 426],
    },
    {
      what: 'a key that is none',
      headers: ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: a'],
      status: [400],
    },
  ])('a handshake with $what is refused', async ({ headers, status }) => {
    const response = await request(server.port, 'GET /websocket HTTP/1.1', 'Connection: Upgrade', ...headers);
    expect(status).toContain(response.status);
  });

  test.each(['/nowhere', '/websocket/x', '/sockjs/1/websocket', '/%zz', '//websocket'])(
    'there is no WebSocket at %s',
    async (path) => {
      await expect(RawWebSocket.open(server.port, path)).rejects.toThrow(/No upgrade: HTTP\/1\.1 40[04] /);
    },
  );
});
