import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

/** A client that speaks SockJS's frames over its websocket endpoint. */
class SockJSClient {
  readonly socket: WebSocket;
  readonly frames: string[] = [];
  #changed: () => void = () => {};

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on('error', () => {});
    this.socket.on('message', (data) => {
      this.frames.push(String(data));
      this.#changed();
    });
  }

  /** Sends DDP messages in one frame. */
  send(...messages: object[]): void {
    this.socket.send(JSON.stringify(messages.map((message) => JSON.stringify(message))));
  }

  /** Takes the next frame. */
  async next(): Promise<string> {
    while (this.frames.length === 0) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
    return this.frames.shift() as string;
  }

  /** Takes frames until they had so many DDP messages. */
  async messages(count: number): Promise<Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = [];
    while (all.length < count) {
      const frame = await this.next();
      if (!frame.startsWith('a')) throw new Error(`Not a frame of messages: ${frame}`);
      all.push(...(JSON.parse(frame.slice(1)) as string[]).map((text) => JSON.parse(text)));
    }
    return all;
  }
}

const connect = { msg: 'connect', version: '1', support: ['1'] };

describe.each(runtimes)('SockJS on $name', (runtime) => {
  let server: TestServer;
  let url: string;

  beforeAll(async () => {
    server = await TestServer.start(helloBundle(), runtime);
    url = `ws://127.0.0.1:${server.port}/sockjs/123/abcdefgh/websocket`;
  });
  afterAll(() => server?.stop());

  test('/sockjs/info says what the server can', async () => {
    const response = await fetch(`${server.url}/sockjs/info?cb=x`, { headers: { origin: 'https://example.com' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBe('https://example.com');
    expect(await response.json()).toEqual({
      websocket: true,
      origins: ['*:*'],
      cookie_needed: false,
      entropy: expect.any(Number),
    });
    const preflight = await fetch(`${server.url}/sockjs/info`, { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect((await fetch(`${server.url}/sockjs/info`, { method: 'POST' })).status).toBe(405);
  });

  test('opens with "o", and carries calls and subscriptions in frames of messages', async () => {
    const client = new SockJSClient(url);
    expect(await client.next()).toBe('o');
    client.send(connect);
    expect(await client.messages(1)).toEqual([{ msg: 'connected', session: expect.any(String) }]);
    client.send(
      { msg: 'method', id: '1', method: 'echo', params: ['a "quote", a line\n, ü and \u2028'] },
      { msg: 'sub', id: '2', name: 'counters', params: [] },
    );
    expect(await client.messages(4)).toEqual([
      { msg: 'result', id: '1', result: 'a "quote", a line\n, ü and \u2028' },
      { msg: 'updated', methods: ['1'] },
      { msg: 'added', collection: 'counters', id: 'clicks', fields: { count: 0 } },
      { msg: 'ready', subs: ['2'] },
    ]);
    client.socket.close();
    await once(client.socket, 'close');
  });

  test('one message without an array is taken too, as clients of old send it', async () => {
    const client = new SockJSClient(url);
    await client.next();
    client.socket.send(JSON.stringify(JSON.stringify(connect)));
    expect(await client.messages(1)).toMatchObject([{ msg: 'connected' }]);
    client.socket.terminate();
  });

  test.each(['{"msg":"connect"}', '["unfinished', '[{"msg":"ping"}]', '5', 'null'])(
    'broken framing ends the connection: %s',
    async (frame) => {
      const client = new SockJSClient(url);
      expect(await client.next()).toBe('o');
      const closed = once(client.socket, 'close');
      client.socket.send(frame);
      expect(await client.next()).toBe('c[1007,"Broken framing."]');
      await closed;
    },
  );

  test('a stopping server says so and closes', async () => {
    const own = await TestServer.start(helloBundle(), runtime);
    const client = new SockJSClient(`ws://127.0.0.1:${own.port}/sockjs/0/x/websocket`);
    await client.next();
    client.send(connect);
    await client.messages(1);
    const closed = once(client.socket, 'close');
    const stopped = own.stop();
    expect(await client.next()).toMatch(/^c\[\d+,"Server is stopping"\]$/);
    await closed;
    expect(await stopped).toBe(0);
  });

  test('with DISABLE_SOCKJS there is only /websocket', async () => {
    const own = await TestServer.start(helloBundle(), runtime, { env: { DISABLE_SOCKJS: '1' } });
    expect((await fetch(`${own.url}/sockjs/info`)).headers.get('content-type')).not.toContain('json');
    for (const [path, isOpened] of [
      ['/websocket', true],
      ['/sockjs/1/x/websocket', false],
      ['/sockjs/websocket', false],
    ] as const) {
      const socket = new WebSocket(`ws://127.0.0.1:${own.port}${path}`);
      const opened = await new Promise((resolve) => {
        socket.once('open', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      expect(opened, path).toBe(isOpened);
      socket.terminate();
    }
    await own.stop();
  });
});
