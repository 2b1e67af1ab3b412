import { readEnvironment } from '@bolide/runtime';
import { expect, test } from 'vitest';
import { listenOptionsOf, listenTargetOf } from './listen-target.js';

const options = (env: Record<string, string>) => listenOptionsOf(readEnvironment(env));

test('port and address', () => {
  expect(options({})).toEqual({ port: 3000 });
  expect(options({ PORT: '0', BIND_IP: '127.0.0.1' })).toEqual({ port: 0, host: '127.0.0.1' });
  expect(listenTargetOf({ port: 80, host: '127.0.0.1' })).toEqual({ port: 80, hostname: '127.0.0.1' });
});

test('a Unix socket goes before a port', () => {
  const socket = options({
    PORT: '3000',
    UNIX_SOCKET_PATH: '/run/app.sock',
    UNIX_SOCKET_PERMISSIONS: '660',
    UNIX_SOCKET_GROUP: 'www-data',
  });
  expect(socket).toEqual({ path: '/run/app.sock', permissions: 0o660, group: 'www-data' });
  expect(listenTargetOf(socket)).toEqual({
    unixSocketPath: '/run/app.sock',
    permissions: 0o660,
    group: 'www-data',
  });
});
