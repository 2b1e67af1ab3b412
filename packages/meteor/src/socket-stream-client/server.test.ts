import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { ClientStream } from './server.js';

let server: WebSocketServer;
let address: string;
const streams: ClientStream[] = [];

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prefix`;
});

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.disconnect({ _permanent: true });
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function connect(options?: ConstructorParameters<typeof ClientStream>[1]): ClientStream {
  const stream = new ClientStream(address, { _dontPrintErrors: true, ...options });
  streams.push(stream);
  return stream;
}

async function accept(): Promise<{ socket: WebSocket; path: string; headers: Record<string, unknown> }> {
  const [socket, request] = await once(server, 'connection');
  return { socket, path: request.url, headers: request.headers };
}

function nextEvent(stream: ClientStream, name: 'message' | 'reset' | 'disconnect'): Promise<unknown> {
  return new Promise((resolve) => stream.on(name, resolve));
}

describe('a stream from a server to a WebSocket server', () => {
  test('exchanges text with the endpoint below the address, and sends headers', async () => {
    const stream = connect({ headers: { 'x-one': '1' }, npmFayeOptions: { headers: { 'x-two': '2' } } });
    const accepted = accept();
    await nextEvent(stream, 'reset');
    const { socket, path, headers } = await accepted;
    expect(path).toBe('/prefix/websocket');
    expect(headers).toMatchObject({ 'x-one': '1', 'x-two': '2' });
    const received = once(socket, 'message');
    stream.send('from client ✓');
    expect(String((await received)[0])).toBe('from client ✓');
    const answered = nextEvent(stream, 'message');
    socket.send('from server ✓');
    expect(await answered).toBe('from server ✓');
  });

  test('connects again when the server drops it', async () => {
    const stream = connect();
    const first = accept();
    await nextEvent(stream, 'reset');
    const disconnected = nextEvent(stream, 'disconnect');
    const connectedAgain = nextEvent(stream, 'reset');
    (await first).socket.terminate();
    await disconnected;
    await connectedAgain;
    expect(stream.status()).toMatchObject({ status: 'connected', retryCount: 0 });
  });

  test('tells when nobody listens', async () => {
    await new Promise((resolve) => server.close(resolve));
    const stream = connect({ retry: false });
    const error = await nextEvent(stream, 'disconnect');
    expect(error).toBeInstanceOf(Error);
    expect(stream.status().status).toBe('failed');
  });
});
