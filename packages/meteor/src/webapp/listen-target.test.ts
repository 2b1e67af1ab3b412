import { describe, expect, test } from 'vitest';
import { listenOptionsOf, listenTargetOf } from './listen-target.js';
import { forwardedCountOf } from './main.js';

describe('listenOptionsOf', () => {
  test('port and address', () => {
    expect(listenOptionsOf({})).toEqual({ port: 0 });
    expect(listenOptionsOf({ PORT: ' 3000 ', BIND_IP: '127.0.0.1' })).toEqual({ port: 3000, host: '127.0.0.1' });
    expect(listenTargetOf({ port: 3000, host: '127.0.0.1' })).toEqual({ port: 3000, hostname: '127.0.0.1' });
  });

  test('a Unix socket goes before a port', () => {
    const options = listenOptionsOf({
      PORT: '3000',
      UNIX_SOCKET_PATH: '/run/app.sock',
      UNIX_SOCKET_PERMISSIONS: '660',
      UNIX_SOCKET_GROUP: 'www-data',
    });
    expect(options).toEqual({ path: '/run/app.sock', permissions: 0o660, group: 'www-data' });
    expect(listenTargetOf(options)).toEqual({
      unixSocketPath: '/run/app.sock',
      permissions: 0o660,
      group: 'www-data',
    });
  });

  test('a named pipe', () => {
    const pipe = '\\\\.\\pipe\\b27429e9-61e3-4c12-8bfe-950fa3295f74';
    expect(listenOptionsOf({ PORT: pipe })).toEqual({ path: pipe });
  });

  for (const PORT of ['abc', '-1', '65536', '80.5', '0x50', '1e3', '3000abc']) {
    test(`refuses PORT ${PORT}`, () => {
      expect(() => listenOptionsOf({ PORT })).toThrow(`PORT is "${PORT}"`);
    });
  }

  test('refuses permissions that are not three octal digits', () => {
    expect(() => listenOptionsOf({ UNIX_SOCKET_PATH: '/x', UNIX_SOCKET_PERMISSIONS: '888' })).toThrow('octal');
  });
});

test('HTTP_FORWARDED_COUNT', () => {
  expect(forwardedCountOf({})).toBe(0);
  expect(forwardedCountOf({ HTTP_FORWARDED_COUNT: '2' })).toBe(2);
  expect(() => forwardedCountOf({ HTTP_FORWARDED_COUNT: 'many' })).toThrow('HTTP_FORWARDED_COUNT is "many"');
});
