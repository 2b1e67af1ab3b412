import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { probeBundle } from '../support/probe-bundle.js';
import { RawConnection } from '../support/raw-http.js';
import { RawWebSocket } from '../support/raw-web-socket.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const connectMessage = '{"msg":"connect","version":"1","support":["1"]}';

const limits = { connectTimeout: 500, maxBufferedAmount: 1024 * 1024 };

describe.each(runtimes)('a server on $name, whose clients are gone without a word:', (runtime) => {
  let server: TestServer;
  let observer: TestDdp;

  beforeAll(async () => {
    server = await TestServer.start(probeBundle(), runtime, {
      env: { METEOR_SETTINGS: JSON.stringify({ packages: { 'ddp-server': limits } }) },
    });
    observer = await TestDdp.connect(server.url);
  });
  afterAll(async () => {
    await observer?.close();
    expect(await server?.stop()).toBe(0);
    expect(server.output).not.toMatch(/TypeError|RangeError|Unhandled|uncaught/i);
  });

  /** Asks until only the observer is left. */
  async function untilAllAreForgotten(): Promise<void> {
    for (;;) {
      const { result } = await observer.call('clients');
      const { sessions, sockets } = result as { sessions: number; sockets: number };
      if (sessions === 1 && sockets === 1 && (await observer.call('publishing')).result === 0) return;
    }
  }

  test('connections that are reset are forgotten, with their subscriptions', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => RawWebSocket.open(server.port)));
    await Promise.all(
      clients.map(async (client) => {
        client.send(0x81, connectMessage);
        client.send(0x81, '{"msg":"sub","id":"1","name":"documents","params":[100]}');
        await client.text((text) => text.includes('"ready"'));
      }),
    );
    expect((await observer.call('publishing')).result).toBe(50);
    for (const { connection } of clients) connection.socket.resetAndDestroy();
    await untilAllAreForgotten();
  });

  test('in the middle of a handshake, of a frame, of a message, of a method', async () => {
    const half = connect(server.port, '127.0.0.1');
    await once(half, 'connect');
    half.write('GET /websocket HTTP/1.1\r\nHost: a\r\nUpgrade: web');
    half.resetAndDestroy();

    const frame = await RawWebSocket.open(server.port);
    frame.send(0x81, connectMessage.slice(0, 10), { length: connectMessage.length });
    frame.connection.socket.resetAndDestroy();

    const message = await RawWebSocket.open(server.port);
    message.send(0x01, connectMessage);
    message.connection.socket.resetAndDestroy();

    const method = await TestDdp.connect(server.url);
    method.send({ msg: 'method', id: '1', method: 'hold', params: [] });
    method.send({ msg: 'method', id: '2', method: 'echo', params: [] });
    method.socket.terminate();

    await untilAllAreForgotten();
    server.process.kill('SIGUSR2');
    expect((await observer.call('echo', 1)).result).toBe(1);
  });

  test('a client that does not say "connect" is cut after the time limit', async () => {
    const client = new TestDdp(server.url);
    const [code] = await once(client.socket, 'close');
    expect(code).toBe(1000);
    await untilAllAreForgotten();
  });

  test('a client that does not read is cut, and what waited for it is let go', async () => {
    const client = await TestDdp.connect(server.url);
    const value = 'x'.repeat(500_000);
    client.socket.pause();
    for (let i = 0; i < 100; i++) client.send({ msg: 'method', id: `m${i}`, method: 'echo', params: [value] });
    await untilAllAreForgotten();
    client.socket.terminate();
  });

  test('uploads that stop half way', async () => {
    for (let i = 0; i < 20; i++) {
      const connection = await RawConnection.open(server.port);
      connection.write(`POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(1000)}`);
      connection.socket.resetAndDestroy();
      await connection.closed;
    }
    const body = 'x'.repeat(1_000_000);
    expect(await (await fetch(`${server.url}/length`, { method: 'POST', body })).text()).toBe('1000000');
  });
});
