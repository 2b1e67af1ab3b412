import type { Application, HostServer, RequestInfo, WebSocketRoute } from '@bolide/host';
import { host } from '@bolide/host/default';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Server } from '../meteor-server.js';
import { fakeRequest } from '../test-support/fake-host-socket.js';
import { openEndpoints } from './endpoints.js';

/** Collects what is registered, as webapp does. */
function setUp(env: NodeJS.ProcessEnv = {}, limits = {}) {
  const server = new Server({}, limits);
  const routes: { match: (path: string) => boolean; route: WebSocketRoute }[] = [];
  const handlers = new Map<string, (request: RequestInfo) => Response>();
  const stopping: (() => void | Promise<void>)[] = [];
  openEndpoints(
    server,
    {
      addWebSocketRoute: (match, route) => routes.push({ match, route }),
      addRequestHandler: (path, handler) => handlers.set(path, handler),
      onStopping: (callback) => stopping.push(callback),
    },
    env,
  );
  const routeFor = (path: string) => routes.find(({ match }) => match(path))?.route;
  return { server, routeFor, handlers, stopping };
}

describe('openEndpoints', () => {
  test('registers plain and SockJS endpoints', () => {
    const { routeFor, handlers } = setUp();
    expect(routeFor('/websocket')?.compression).toBe(false);
    expect(routeFor('/sockjs/1/abc/websocket')).toBeDefined();
    expect(routeFor('/other')).toBe(undefined);
    expect(handlers.get('/sockjs/info')?.(fakeRequest()).status).toBe(200);
    expect(handlers.get('/websocket')?.(fakeRequest()).status).toBe(426);
  });

  test('follows the environment', () => {
    const { routeFor, handlers } = setUp({ DISABLE_SOCKJS: '1', SERVER_WEBSOCKET_COMPRESSION: 'true' });
    expect(routeFor('/websocket')?.compression).toBe(true);
    expect(routeFor('/sockjs/1/abc/websocket')).toBe(undefined);
    expect(handlers.has('/sockjs/info')).toBe(false);
    expect(setUp({ DISABLE_SOCKJS: '0' }).handlers.has('/sockjs/info')).toBe(true);
    expect(() => setUp({ SERVER_WEBSOCKET_COMPRESSION: 'on' })).toThrow('SERVER_WEBSOCKET_COMPRESSION');
  });
});

/** A WebSocket client that waits for frames. */
class Client {
  readonly socket: WebSocket;
  private readonly frames: string[] = [];
  private wake: () => void = () => {};
  readonly closed: Promise<number>;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on('message', (data: Buffer) => {
      this.frames.push(data.toString());
      this.wake();
    });
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.on('close', (code: number) => resolve(code)));
  }

  async send(text: string): Promise<void> {
    if (this.socket.readyState === 0) await new Promise((resolve) => this.socket.on('open', resolve));
    this.socket.send(text);
  }

  async next(): Promise<string> {
    while (this.frames.length === 0) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.frames.shift() as string;
  }
}

describe(`over the ${host.name} host`, () => {
  const connect = '{"msg":"connect","version":"1","support":["1"]}';
  const { server, routeFor, stopping } = setUp({}, { maxMessageSize: 100_000 });
  let hostServer: HostServer;
  let url = '';

  beforeAll(async () => {
    server.methods({
      echo: (value: unknown) => value,
      wait: () => new Promise((resolve) => setTimeout(() => resolve('waited'), 50)),
    });
    const empty = { isEmpty: () => true, handle: (_req: unknown, _res: unknown, next: () => void) => next() };
    const application: Application = {
      pathPrefix: '',
      forwardedCount: 0,
      rawMiddleware: empty,
      staticFiles: { find: () => undefined },
      middleware: empty,
      page: () => undefined,
      webSocket: ({ path }) => routeFor(path),
      onStopping: async () => {
        await Promise.all(stopping.map((callback) => callback()));
      },
      onError: (error) => {
        throw error;
      },
    };
    hostServer = host.createServer();
    const { port } = await hostServer.listen(application, { port: 0, hostname: '127.0.0.1' });
    url = `ws://127.0.0.1:${port}`;
  });
  afterAll(() => hostServer.stop(100));

  test('a plain client calls a method; many at once come in order', async () => {
    const client = new Client(`${url}/websocket`);
    await client.send(connect);
    expect(await client.next()).toContain('"connected"');
    for (let i = 0; i < 500; i++) {
      await client.send(JSON.stringify({ msg: 'method', id: `m${i}`, method: 'echo', params: [`ä${i}`] }));
    }
    for (let i = 0; i < 500; i++) {
      expect(JSON.parse(await client.next())).toEqual({ msg: 'result', id: `m${i}`, result: `ä${i}` });
      expect(JSON.parse(await client.next())).toEqual({ msg: 'updated', methods: [`m${i}`] });
    }
    client.socket.close();
    await client.closed;
  });

  test('a SockJS client does the same in frames', async () => {
    const client = new Client(`${url}/sockjs/123/abcdefgh/websocket`);
    expect(await client.next()).toBe('o');
    await client.send(JSON.stringify([connect]));
    expect(await client.next()).toContain('connected');
    await client.send(JSON.stringify(['{"msg":"method","id":"1","method":"echo","params":["x"]}']));
    expect(await client.next()).toBe(`a[${JSON.stringify('{"msg":"result","id":"1","result":"x"}')}]`);
    client.socket.close();
    await client.closed;
  });

  test('malformed and oversize messages: an error, or the end of that connection alone', async () => {
    const good = new Client(`${url}/websocket`);
    await good.send(connect);
    await good.next();
    const bad = new Client(`${url}/websocket`);
    await bad.send('{');
    expect(JSON.parse(await bad.next())).toEqual({ msg: 'error', reason: 'Bad request' });
    await bad.send(connect);
    await bad.next();
    await bad.send(JSON.stringify({ msg: 'method', id: '1', method: 'echo', params: ['x'.repeat(200_000)] }));
    expect(await bad.closed).toBe(1009);
    await good.send('{"msg":"ping","id":"a"}');
    expect(await good.next()).toBe('{"msg":"pong","id":"a"}');
    good.socket.close();
    await good.closed;
  });

  test('stop answers what runs, then closes with 1001', async () => {
    const client = new Client(`${url}/websocket`);
    await client.send(connect);
    await client.next();
    await client.send('{"msg":"method","id":"1","method":"wait"}');
    await client.send('{"msg":"ping"}');
    expect(await client.next()).toBe('{"msg":"pong"}');
    const stopped = hostServer.stop();
    expect(await client.next()).toBe('{"msg":"result","id":"1","result":"waited"}');
    expect(await client.closed).toBe(1001);
    await stopped;
    expect(server.sessions.size).toBe(0);
  });
});
