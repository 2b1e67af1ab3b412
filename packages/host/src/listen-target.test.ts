import { describe, expect, test } from 'vitest';
import { HostError } from './host.js';
import { listenAddress, listenError } from './listen-target.js';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('listenError names the address and the remedy', () => {
  test.each([
    [
      'EADDRINUSE',
      { port: 80 },
      'cannot listen on port 80: another program uses it. Stop that program, or choose another port with PORT.',
    ],
    [
      'EACCES',
      { port: 80, hostname: '127.0.0.1' },
      'cannot listen on port 80 on 127.0.0.1: no permission. Ports below 1024 need special rights: choose a higher one with PORT.',
    ],
    [
      'EADDRNOTAVAIL',
      { port: 80, hostname: '192.0.2.1' },
      'cannot listen on port 80 on 192.0.2.1: this machine has no such address. Correct BIND_IP.',
    ],
    [
      'EACCES',
      { unixSocketPath: '/x.sock' },
      'cannot listen on the Unix socket /x.sock: no permission to create the file. Check the rights of its folder, or change UNIX_SOCKET_PATH.',
    ],
    ['ESTRANGE', { port: 80 }, 'cannot listen on port 80: the operating system refused (ESTRANGE).'],
  ])('%s %o', (code, target, message) => {
    const cause = failure(code);
    const error = listenError(cause, target);
    expect(error).toBeInstanceOf(HostError);
    expect([error.code, error.message, error.cause]).toEqual([code, message, cause]);
  });
});

describe('listenAddress', () => {
  test.each([
    [{ port: 0 }, { address: '::', port: 5000 }, '', 'http://localhost:5000/'],
    [{ port: 0 }, { address: '0.0.0.0', port: 5000 }, '/app', 'http://localhost:5000/app/'],
    [{ port: 0, hostname: '::1' }, { address: '::1', port: 5000 }, '', 'http://[::1]:5000/'],
    [{ port: 0, tls: { cert: '', key: '' } }, { address: '10.0.0.1', port: 5000 }, '', 'https://10.0.0.1:5000/'],
    [{ unixSocketPath: '/x.sock' }, undefined, '/app', 'unix:/x.sock'],
  ])('%o', (target, bound, prefix, url) => {
    expect(listenAddress(target, bound, prefix).url).toBe(url);
  });
});
