import { describe, expect, test } from 'vitest';
import { toWebsocketUrl } from './urls.js';

const ROOT = 'https://app.example.com/prefix/';

describe('toWebsocketUrl', () => {
  test.each([
    ['/', 'wss://app.example.com/prefix/websocket'],
    ['/other', 'wss://app.example.com/prefix/other/websocket'],
    ['http://sub.example.com', 'ws://sub.example.com/websocket'],
    ['http://sub.example.com/', 'ws://sub.example.com/websocket'],
    ['https://sub.example.com/path/', 'wss://sub.example.com/path/websocket'],
    ['https://sub.example.com/?a=1#part', 'wss://sub.example.com/websocket?a=1'],
    ['sub.example.com', 'ws://sub.example.com/websocket'],
    ['localhost:3000', 'ws://localhost:3000/websocket'],
    ['ws://localhost:3000/websocket', 'ws://localhost:3000/websocket'],
    ['wss://localhost:3000', 'wss://localhost:3000/websocket'],
  ])('%s', (url, expected) => {
    expect(toWebsocketUrl(url, ROOT)).toBe(expected);
  });

  test('DDP addresses: TLS unless they say otherwise, a digit for each star of the host, the raw endpoint', () => {
    expect(toWebsocketUrl('ddp+sockjs://ddp--****-foo.example.com/sockjs', ROOT)).toMatch(
      /^wss:\/\/ddp--\d{4}-foo\.example\.com\/websocket$/,
    );
    expect(toWebsocketUrl('ddpi+sockjs://foo.example.com/sockjs', ROOT)).toBe('ws://foo.example.com/websocket');
  });

  test.each(['http://', 'http://exa mple.com', 'ftp://example.com'])('refuses %s, naming it', (url) => {
    expect(() => toWebsocketUrl(url, ROOT)).toThrow(url);
  });
});
