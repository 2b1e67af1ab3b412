import { describe, expect, test } from 'vitest';
import { Server } from '../meteor-server.js';
import { FakeHostSocket, fakeRequest } from '../test-support/fake-host-socket.js';
import { transportOptions } from '../test-support/protocol-client.js';
import { sockJSInfo } from './sockjs-info.js';
import { createSockJSTransport } from './sockjs-websocket.js';
import { createWebSocketTransport } from './websocket.js';

function webSocketTransport(isSockJSDisabled: boolean) {
  const server = new Server();
  return createWebSocketTransport(server, server.stream_server, transportOptions, isSockJSDisabled);
}

describe('plain WebSocket', () => {
  test('has two endpoints; one when SockJS is disabled', () => {
    const transport = webSocketTransport(false);
    for (const path of ['/websocket', '/websocket/', '/sockjs/websocket']) expect(transport.matches(path)).toBe(true);
    for (const path of ['/', '/websocketx', '/sockjs/1/2/websocket']) expect(transport.matches(path)).toBe(false);
    expect(webSocketTransport(true).matches('/websocket')).toBe(true);
    expect(webSocketTransport(true).matches('/sockjs/websocket')).toBe(false);
  });

  test('passes the limits to the host', () => {
    expect(webSocketTransport(false).route).toMatchObject({ ...transportOptions, idleTimeout: 0 });
  });

  test('refuses binary frames', () => {
    const { route } = webSocketTransport(false);
    const host = new FakeHostSocket();
    route.open(host);
    route.message(host, new Uint8Array([1]));
    expect(host.sent).toEqual(['{"msg":"error","reason":"Bad request"}']);
    host.isOpen = false;
    route.close(host, 1000, '');
  });
});

describe('SockJS over WebSocket', () => {
  function setUp() {
    const server = new Server({ heartbeatInterval: 0 });
    server.methods({ echo: (value: unknown) => value });
    const { route, matches } = createSockJSTransport(server, server.stream_server, transportOptions);
    const host = new FakeHostSocket(fakeRequest('/sockjs/123/abcdefgh/websocket'));
    route.open(host);
    const close = () => route.close(host, 1000, '');
    host.onClosed = close;
    const take = () => {
      const { sent } = host;
      host.sent = [];
      return sent;
    };
    return { route, matches, host, take, close };
  }

  const connect = '{"msg":"connect","version":"1","support":["1"]}';

  test('has its endpoint', () => {
    const { matches, close } = setUp();
    expect(matches('/sockjs/123/abcdefgh/websocket')).toBe(true);
    expect(matches('/sockjs/a/b/websocket/')).toBe(true);
    for (const path of ['/sockjs/websocket', '/sockjs/a/websocket', '/sockjs/a/b/c/websocket', '/sockjs/a/b/xhr']) {
      expect(matches(path)).toBe(false);
    }
    close();
  });

  test('frames what is sent, unframes what comes', () => {
    const { route, host, take, close } = setUp();
    expect(take()).toEqual(['o']);
    route.message(host, JSON.stringify([connect]));
    const [connected] = take();
    expect(connected?.startsWith('a["{\\"msg\\":\\"connected\\"')).toBe(true);
    route.message(host, JSON.stringify('{"msg":"ping"}'));
    route.message(host, JSON.stringify(['{"msg":"ping","id":"a"}', '{"msg":"ping","id":"b"}']));
    route.message(host, '');
    route.message(host, '[]');
    expect(take().map((frame) => JSON.parse(JSON.parse(frame.slice(1))[0]))).toEqual([
      { msg: 'pong' },
      { msg: 'pong', id: 'a' },
      { msg: 'pong', id: 'b' },
    ]);
    close();
  });

  test('closes with a close frame', () => {
    const { route, host, take } = setUp();
    route.message(host, JSON.stringify([connect]));
    take();
    const { _meteorSession } = host.data as { _meteorSession: { close(): void } };
    _meteorSession.close();
    expect(take()).toEqual(['c[3000,"Go away!"]']);
    expect(host.isOpen).toBe(false);
  });

  test('what follows in the frame that closed the socket is not handled', () => {
    const { route, host, take } = setUp();
    const refused = '{"msg":"connect","version":"none","support":["none"]}';
    route.message(host, JSON.stringify([refused, connect, '{"msg":"ping"}']));
    expect(take()).toEqual(['o', `a[${JSON.stringify('{"msg":"failed","version":"1"}')}]`, 'c[3000,"Go away!"]']);
  });

  test('closes on broken framing', () => {
    for (const frame of ['{', '5', 'null', '{}', '[1]', new Uint8Array([91, 93])]) {
      const { route, host, take } = setUp();
      take();
      route.message(host, frame);
      expect(take()).toEqual(['c[1007,"Broken framing."]']);
      expect(host.isOpen).toBe(false);
    }
  });
});

describe('/sockjs/info', () => {
  const options = { cookieNeeded: false, disableCORS: false };

  test('says that there are WebSockets', async () => {
    const response = sockJSInfo(fakeRequest('/sockjs/info'), options);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=UTF-8');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const info = (await response.json()) as { entropy: number };
    expect(info).toMatchObject({ websocket: true, origins: ['*:*'], cookie_needed: false });
    expect(Number.isInteger(info.entropy)).toBe(true);
  });

  test('names the origin, unless CORS is off', () => {
    const request = fakeRequest('/sockjs/info', { origin: 'https://example.com' });
    const { headers } = sockJSInfo(request, options);
    expect(headers.get('access-control-allow-origin')).toBe('https://example.com');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toBe('Origin');
    const without = sockJSInfo(request, { ...options, disableCORS: true });
    expect(without.headers.get('access-control-allow-origin')).toBe(null);
  });

  test('asks for cookies on demand, answers OPTIONS, refuses POST', async () => {
    const withCookies = sockJSInfo(fakeRequest(), { ...options, cookieNeeded: true });
    expect(await withCookies.json()).toMatchObject({ cookie_needed: true });
    const preflight = sockJSInfo({ ...fakeRequest(), method: 'OPTIONS' }, options);
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('OPTIONS, GET');
    expect(sockJSInfo({ ...fakeRequest(), method: 'POST' }, options).status).toBe(405);
  });
});
