import { describe, expect, test } from 'vitest';
import type { SocketLike, StreamOptions } from './types.js';
import { WebSocketStream } from './web-socket-stream.js';

class FakeSocket implements SocketLike {
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  sent: string[] = [];
  closed = false;

  send(data: string): void {
    this.sent.push(data);
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.onopen?.(undefined as never);
  }
}

function createStream(options: StreamOptions = {}) {
  const sockets: FakeSocket[] = [];
  const events: string[] = [];
  const stream = new WebSocketStream('app', options, {
    translateUrl: (url) => `ws://${url}/websocket`,
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  });
  stream.on('reset', () => events.push('reset'));
  stream.on('message', (text) => events.push(`message ${text}`));
  stream.on('disconnect', () => events.push('disconnect'));
  const last = () => sockets.at(-1) as FakeSocket;
  return { stream, sockets, events, last };
}

describe('a stream', () => {
  test('connects, sends, receives and tells its state', () => {
    const { stream, events, last } = createStream();
    expect(stream.status()).toEqual({ status: 'connecting', connected: false, retryCount: 0 });
    stream.send('too early');
    last().open();
    expect(stream.status()).toEqual({ status: 'connected', connected: true, retryCount: 0 });
    stream.send('hello');
    expect(last().sent).toEqual(['hello']);
    last().onmessage?.({ data: 'text' });
    last().onmessage?.({ data: new Uint8Array(3) });
    expect(events).toEqual(['reset', 'message text']);
    stream.disconnect({ _permanent: true });
  });

  test('waits and connects again when the socket is lost', () => {
    const { stream, events, last, sockets } = createStream();
    last().open();
    const lost = last();
    lost.onclose?.(undefined as never);
    expect(stream.status()).toMatchObject({ status: 'waiting', connected: false, retryCount: 0 });
    expect(stream.status().retryTime).toBeGreaterThan(0);
    expect(events).toEqual(['reset', 'disconnect']);
    stream.reconnect();
    expect(stream.status().status).toBe('connecting');
    expect(sockets).toHaveLength(2);
    last().open();
    expect(events).toEqual(['reset', 'disconnect', 'reset']);
    stream.disconnect({ _permanent: true });
  });

  test('hears nothing from a socket that it has given up', () => {
    const { stream, events, sockets, last } = createStream();
    const first = last();
    const { onopen } = first;
    stream.reconnect();
    expect(sockets).toHaveLength(2);
    expect(first.closed).toBe(true);
    onopen?.(undefined as never);
    expect(stream.status().status).toBe('connecting');
    expect(events).toEqual(['disconnect']);
    stream.disconnect({ _permanent: true });
  });

  test('reconnect does nothing while connected, unless it is forced or the address changes', () => {
    const { stream, sockets, last } = createStream();
    last().open();
    stream.reconnect();
    expect(sockets).toHaveLength(1);
    stream.reconnect({ _force: true });
    expect(stream.status().status).toBe('waiting');
    stream.reconnect();
    last().open();
    stream.reconnect({ url: 'elsewhere' });
    expect(stream.status().status).toBe('waiting');
    expect(stream.rawUrl).toBe('elsewhere');
    stream.disconnect({ _permanent: true });
  });

  test('stays offline until it is told to reconnect, whatever the network does', () => {
    const { stream, sockets, last } = createStream();
    last().open();
    stream.disconnect();
    expect(stream.status()).toEqual({ status: 'offline', connected: false, retryCount: 0 });
    stream._online();
    stream._lostConnection();
    expect(stream.status().status).toBe('offline');
    expect(sockets).toHaveLength(1);
    stream.reconnect();
    expect(stream.status().status).toBe('connecting');
    stream.disconnect({ _permanent: true });
  });

  test('ended for good, it never connects again', () => {
    const { stream, events, sockets, last } = createStream();
    last().open();
    stream.disconnect({ _permanent: true, _error: 'versions do not match' });
    expect(stream.status()).toEqual({
      status: 'failed',
      connected: false,
      retryCount: 0,
      reason: 'versions do not match',
    });
    stream.reconnect();
    stream.disconnect();
    expect(stream.status().status).toBe('failed');
    expect(sockets).toHaveLength(1);
    expect(events).toEqual(['reset', 'disconnect']);
  });

  test('without retry a lost connection is final, and its listeners learn of it', () => {
    const { stream, events, last } = createStream({ retry: false, _dontPrintErrors: true });
    last().onerror?.({ message: 'refused' } as never);
    expect(stream.status().status).toBe('failed');
    expect(events).toEqual(['disconnect']);
  });

  test('an attempt that takes too long is given up', async () => {
    const { stream, last } = createStream({ connectTimeoutMs: 1, retry: false });
    const error = await new Promise((resolve) => stream.on('disconnect', resolve));
    expect((error as Error).message).toBe('DDP connection timed out');
    expect(last().closed).toBe(true);
  });

  test('a socket that comes late, when its attempt has been given up, is closed', async () => {
    const socket = new FakeSocket();
    let deliver: (socket: SocketLike) => void = () => {};
    const stream = new WebSocketStream('app', undefined, {
      translateUrl: (url) => url,
      open: () => new Promise((resolve) => (deliver = resolve)),
    });
    stream.disconnect();
    deliver(socket);
    await Promise.resolve();
    expect(socket.closed).toBe(true);
    expect(stream.socket).toBe(null);
  });

  test('refuses unknown events and impossible addresses', () => {
    const { stream } = createStream();
    expect(() => stream.on('toString' as 'reset', () => {})).toThrow('unknown event type: toString');
    stream.disconnect({ _permanent: true });
    expect(
      () =>
        new WebSocketStream('app', undefined, {
          translateUrl: () => {
            throw new Error('bad address');
          },
          open: () => new FakeSocket(),
        }),
    ).toThrow('bad address');
  });
});
