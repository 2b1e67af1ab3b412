import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestInfo } from '@bolide/host';
import { describe, expect, test } from 'vitest';
import { mayUpgrade, requireSsl } from './require-ssl.js';

function ask(url: string, headers: Record<string, string>, socket: object, hsts: string | undefined = 'max-age=1') {
  const answer = { status: 0, headers: {} as Record<string, unknown>, ended: false, passed: false };
  const res = {
    setHeader: (name: string, value: unknown) => {
      answer.headers[name] = value;
    },
    writeHead: (status: number, more: object) => {
      answer.status = status;
      Object.assign(answer.headers, more);
    },
    end: () => {
      answer.ended = true;
    },
  };
  const req = { url, headers, socket };
  requireSsl(() => 'app.example', hsts)(req as IncomingMessage, res as unknown as ServerResponse, () => {
    answer.passed = true;
  });
  return answer;
}
const REMOTE = { remoteAddress: '1.2.3.4' };

describe('requests', () => {
  test('without TLS are redirected', () => {
    const answer = ask('/a?b=c', {}, REMOTE);
    expect(answer).toMatchObject({ status: 302, ended: true, passed: false });
    expect(answer.headers).toMatchObject({
      Location: 'https://app.example/a?b=c',
      'Access-Control-Allow-Origin': '*',
    });
  });

  test('of proxies to others do not lead elsewhere', () => {
    expect(ask('http://evil.example/x', {}, REMOTE).headers.Location).toBe('https://app.example/');
    expect(new URL(String(ask('//evil.example/x', {}, REMOTE).headers.Location)).hostname).toBe('app.example');
    expect(new URL(String(ask('/@evil.example', {}, REMOTE).headers.Location)).hostname).toBe('app.example');
  });

  test('with TLS pass, and browsers shall remember', () => {
    for (const answer of [ask('/', { 'x-forwarded-proto': 'https' }, REMOTE), ask('/', {}, { encrypted: true })]) {
      expect(answer).toMatchObject({ passed: true, ended: false });
      expect(answer.headers).toEqual({ 'Strict-Transport-Security': 'max-age=1' });
    }
  });

  test('on the same machine pass', () => {
    const answer = ask('/', {}, { remoteAddress: '127.0.0.1' });
    expect(answer).toMatchObject({ passed: true, headers: {} });
    expect(ask('/', { 'x-forwarded-for': '1.2.3.4' }, { remoteAddress: '127.0.0.1' }).status).toBe(302);
  });
});

test('upgrades', () => {
  const info = (more: Partial<RequestInfo>) =>
    ({ headers: {}, clientAddress: '1.2.3.4', isEncrypted: false, ...more }) as RequestInfo;
  expect(mayUpgrade(info({}))).toBe(false);
  expect(mayUpgrade(info({ isEncrypted: true }))).toBe(true);
  expect(mayUpgrade(info({ headers: { 'x-forwarded-proto': 'https' } }))).toBe(true);
  expect(mayUpgrade(info({ clientAddress: '::1' }))).toBe(true);
});
