import { describe, expect, test } from 'vitest';
import { isLocalConnection, isSslConnection } from './server.js';

const LOCAL = ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'];
const REMOTE = ['1.2.3.4', '2001:0db8:0000:0042:0000:8a2e:0370:7334', '', '127.0.0.1.example', 'x127.0.0.1'];
const local = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  isLocalConnection({ headers, socket: { remoteAddress } });
const ssl = (headers: Record<string, string>, socket: object = {}) => isSslConnection({ headers, socket });

describe('isLocalConnection', () => {
  test('by the address of the connection', () => {
    for (const address of LOCAL) expect(local({}, address)).toBe(true);
    for (const address of REMOTE) expect(local({}, address)).toBe(false);
    expect(isLocalConnection({ headers: {}, connection: { remoteAddress: '1.2.3.4' } })).toBe(false);
  });

  test('all proxies must be local too', () => {
    expect(local({ forwarded: 'for=127.0.0.1; proto=http' })).toBe(true);
    expect(local({ forwarded: 'for="[::1]:4711"; proto=http' })).toBe(true);
    expect(local({ 'x-forwarded-for': '127.0.0.1, ::1' })).toBe(true);
    expect(local({ 'x-forwarded-for': '127.0.0.1:80' })).toBe(true);
    expect(local({ forwarded: 'for=1.2.3.4; proto=http' })).toBe(false);
    expect(local({ forwarded: 'for=127.0.0.1, for=1.2.3.4' })).toBe(false);
    expect(local({ forwarded: 'for="[2001:0db8:0000:0042:0000:8a2e:0370:7334]"' })).toBe(false);
    expect(local({ 'x-forwarded-for': '1.2.3.4, 127.0.0.1' })).toBe(false);
    expect(local({ 'x-forwarded-for': '127.0.0.1' }, '1.2.3.4')).toBe(false);
  });

  test('junk is not local', () => {
    expect(local({ 'x-forwarded-for': ',' })).toBe(false);
    expect(local({ forwarded: 'for=_hidden' })).toBe(false);
    expect(local({ forwarded: ';;;=' })).toBe(true);
    expect(local({ 'x-forwarded-for': ','.repeat(10_000) })).toBe(false);
  });
});

describe('isSslConnection', () => {
  test('by the connection itself', () => {
    expect(ssl({}, { encrypted: true })).toBe(true);
    expect(isSslConnection({ headers: {}, connection: { pair: {} } })).toBe(true);
    expect(ssl({})).toBe(false);
    expect(isSslConnection({ headers: {} })).toBe(false);
  });

  test('by what a proxy says', () => {
    expect(ssl({ forwarded: 'for=127.0.0.1; proto=https' })).toBe(true);
    expect(ssl({ forwarded: 'for=127.0.0.1; Proto="HTTPS"' })).toBe(true);
    expect(ssl({ 'x-forwarded-proto': 'https' })).toBe(true);
    expect(ssl({ 'x-forwarded-proto': 'https,http' })).toBe(true);
    expect(ssl({ 'x-forwarded-proto': 'wss' })).toBe(true);
    expect(ssl({ forwarded: 'for=127.0.0.1; proto=http' })).toBe(false);
    expect(ssl({ 'x-forwarded-proto': 'http' })).toBe(false);
    expect(ssl({ 'x-forwarded-proto': 'httpsx' })).toBe(false);
  });
});
