import { describe, expect, test } from 'vitest';
import { clientAddress, isEncrypted } from './client-address.js';

describe('clientAddress', () => {
  test.each([
    [0, 'a, b, c', 'peer'],
    [-1, 'a, b, c', 'peer'],
    [1, undefined, 'peer'],
    [1, '', 'peer'],
    [1, 'a', 'a'],
    [1, 'forged, a', 'a'],
    [2, 'forged, a, b', 'a'],
    [3, ' a ,b,  c ', 'a'],
    [2, 'a', 'peer'],
    [4, 'a, b, c', 'peer'],
    [1, 'a,', 'peer'],
    [2, ',b', 'peer'],
    [1, '2001:db8::1', '2001:db8::1'],
  ])('%i proxies, X-Forwarded-For: %s', (count, header, address) => {
    expect(clientAddress('peer', header, count)).toBe(address);
  });

  test('IPv4 addresses lose the form they have on a socket for both families', () => {
    expect(clientAddress('::ffff:10.0.0.1', undefined, 0)).toBe('10.0.0.1');
    expect(clientAddress('::ffff:a00:1', undefined, 0)).toBe('::ffff:a00:1');
    expect(clientAddress('', undefined, 0)).toBe('');
  });

  test('a long list costs little', () => {
    expect(clientAddress('peer', `${'x,'.repeat(100_000)}a,b`, 2)).toBe('a');
  });
});

describe('isEncrypted', () => {
  test.each([
    [false, 'https', 0, false],
    [true, 'http', 0, true],
    [false, undefined, 1, false],
    [true, undefined, 1, true],
    [false, 'https', 1, true],
    [true, 'http', 1, false],
    [false, 'HTTPS ', 1, true],
    [false, 'https, http', 1, false],
    [false, 'http, https, http', 2, true],
    [false, 'https', 3, true],
  ])('socket %s, X-Forwarded-Proto: %s, %i proxies', (socket, header, count, expected) => {
    expect(isEncrypted(socket, header, count)).toBe(expected);
  });
});
