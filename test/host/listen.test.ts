import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { runtimes } from '../support/runtimes.js';
import { type FixtureEvent, type FixtureOptions, FixtureServer } from './support/fixture-server.js';
import { askRaw, head, openSocket } from './support/raw-request.js';
import { Client } from './support/web-socket-client.js';

const folder = mkdtempSync(join(tmpdir(), 'bolide-listen-'));
const certificate = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
execFileSync('openssl', [
  ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
  ...['-keyout', certificate.key, '-out', certificate.cert],
]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(runtimes.map((runtime) => [runtime.name, runtime] as const))('listen on %s', (name, runtime) => {
  const started: FixtureServer[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((server) => server.kill()));
  });
  const start = async (options: FixtureOptions): Promise<FixtureServer> => {
    const server = await FixtureServer.start(runtime, options);
    started.push(server);
    return server;
  };
  const failure = async (options: FixtureOptions): Promise<FixtureEvent> => {
    const server = await start(options);
    return server.until(({ event }) => event === 'failed', 100);
  };

  test('any free port, on one address', async () => {
    const server = await start({});
    const { address, bound } = await server.until(({ event }) => event === 'ready');
    expect(address).toEqual({ port: server.port, hostname: '127.0.0.1', url: `http://127.0.0.1:${server.port}/` });
    expect(bound).toEqual({ address: '127.0.0.1', family: 'IPv4', port: server.port });
    expect(await server.until(({ event }) => event === 'listening')).toMatchObject({ listening: true });
  });

  test('every address', async () => {
    const server = await start({ target: { port: 0 }, pathPrefix: '/app' });
    expect(server.address).toEqual({ port: server.port, hostname: '::', url: `http://localhost:${server.port}/app/` });
    expect((await fetch(`http://127.0.0.1:${server.port}/app/`)).status).toBe(200);
    const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
    if (hasIPv6) expect((await fetch(`http://[::1]:${server.port}/app/`)).status).toBe(200);
    const seen = await fetch(`http://127.0.0.1:${server.port}/app/info`);
    expect(await seen.json()).toMatchObject({ clientAddress: '127.0.0.1' });
  });

  test('a port that is taken', async () => {
    const { port } = await start({});
    const { name: kind, code, message } = await failure({ target: { port, hostname: '127.0.0.1' } });
    expect([kind, code]).toEqual(['HostError', 'EADDRINUSE']);
    expect(message).toBe(
      `cannot listen on port ${port} on 127.0.0.1: another program uses it. Stop that program, or choose another port with PORT.`,
    );
  });

  test('an address that this machine does not have', async () => {
    const { name: kind, message } = await failure({ target: { port: 0, hostname: '192.0.2.1' } });
    expect(kind).toBe('HostError');
    expect(message).toContain('192.0.2.1');
    expect(message).toContain('BIND_IP');
  });

  describe('a Unix socket', () => {
    const path = join(folder, `${name}.sock`);
    const target = { unixSocketPath: path };
    afterEach(() => rmSync(path, { force: true }));

    test('serves requests and WebSockets', async () => {
      const server = await start({ target, forwardedCount: 1 });
      expect(server.address).toEqual({ unixSocketPath: path, url: `unix:${path}` });
      const answer = await askRaw({ path }, head('GET', '/info', { 'X-Forwarded-For': '1.2.3.4' }));
      expect(JSON.parse(answer.body)).toMatchObject({ clientAddress: '1.2.3.4', isEncrypted: false });
      const client = await Client.open(`ws+unix://${path}:/ws/echo`);
      client.socket.send('hello');
      expect(await client.until(1)).toEqual(['hello']);
      client.socket.close();
    });

    test('has the permissions and the group that were asked for', async () => {
      const { gid } = userInfo();
      await start({ target: { ...target, permissions: 0o640, group: String(gid) } });
      const { mode, gid: group } = statSync(path);
      expect([mode & 0o777, group]).toEqual([0o640, gid]);
    });

    test('an unknown group', async () => {
      const { code, message } = await failure({ target: { ...target, group: 'no-such-group' } });
      expect(code).toBe('ENOGROUP');
      expect(message).toContain('no-such-group');
      expect(message).toContain('UNIX_SOCKET_GROUP');
    });

    test('the file of a dead server is replaced', async () => {
      const first = await start({ target });
      await first.kill();
      expect(existsSync(path)).toBe(true);
      await start({ target });
      expect((await askRaw({ path }, head('GET', '/'))).status).toBe(200);
    });

    test('the file of a live server is not', async () => {
      await start({ target });
      const { code, message } = await failure({ target });
      expect(code).toBe('EADDRINUSE');
      expect(message).toContain(path);
      expect((await askRaw({ path }, head('GET', '/'))).status).toBe(200);
    });

    test('another file is not', async () => {
      writeFileSync(path, 'precious');
      const { code, message } = await failure({ target });
      expect(code).toBe('ENOTSOCK');
      expect(message).toContain('Remove it, or change UNIX_SOCKET_PATH');
    });

    test('a folder that does not exist', async () => {
      const { name: kind, message } = await failure({ target: { unixSocketPath: join(folder, 'no', 'such.sock') } });
      expect(kind).toBe('HostError');
      expect(message).toContain('UNIX_SOCKET_PATH');
    });

    test('the file is gone after a stop', async () => {
      const server = await start({ target });
      expect(await server.signal('SIGTERM')).toBe(0);
      expect(existsSync(path)).toBe(false);
    });
  });

  describe('TLS', () => {
    test('serves requests and WebSockets', async () => {
      const server = await start({ tls: certificate, middleware: true });
      expect(server.address.url).toBe(`https://127.0.0.1:${server.port}/`);
      const target = { port: server.port, secure: true };
      expect(JSON.parse((await askRaw(target, head('GET', '/info'))).body)).toMatchObject({
        isEncrypted: true,
        clientAddress: '127.0.0.1',
      });
      expect(JSON.parse((await askRaw(target, head('GET', '/m/hello/you'))).body)).toMatchObject({
        secure: true,
        encrypted: true,
      });
      const client = await Client.open(`wss://127.0.0.1:${server.port}/ws/echo`, [], { rejectUnauthorized: false });
      client.socket.send('hello');
      expect(await client.until(1)).toEqual(['hello']);
      client.socket.close();
      expect(await server.signal('SIGTERM')).toBe(0);
    });

    test('a certificate that is none', async () => {
      const broken = join(folder, 'broken.pem');
      writeFileSync(broken, 'no certificate');
      const { name: kind, message } = await failure({ tls: { cert: broken, key: certificate.key } });
      expect(kind).toBe('HostError');
      expect(message).toContain('certificate');
    });

    test('a client without TLS', async () => {
      const server = await start({ tls: certificate });
      const answer = await askRaw({ port: server.port }, head('GET', '/'), 500);
      expect(answer.status).not.toBe(200);
      const socket = await openSocket({ port: server.port, secure: true });
      socket.destroy();
    });
  });

  test('a server of this process that keeps a port does not hide the error', async () => {
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
    });
    expect((await failure({ target: { port, hostname: '127.0.0.1' } })).code).toBe('EADDRINUSE');
    blocker.close();
  });
});
