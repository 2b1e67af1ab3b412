import { existsSync, statSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { probeBundle } from '../support/probe-bundle.js';
import { RawConnection } from '../support/raw-http.js';
import { runBundle } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';
import { freePort, TestServer } from '../support/server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Asks over a Unix socket. */
function statusOver(socketPath: string, path = '/sockjs/info'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

/** Something that listens already. */
function occupy(where: number | string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {})).on('error', reject);
    const done = (): void => resolve(server);
    if (typeof where === 'number') server.listen(where, '127.0.0.1', done);
    else server.listen(where, done);
  });
}

const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address;

describe.each(runtimes)('a server on $name listens', (runtime) => {
  /** Starts a server that cannot start: it says why, in one line, and ends with code 1. */
  async function expectRefusal(env: NodeJS.ProcessEnv, ...words: (string | RegExp)[]): Promise<void> {
    const { code, stdout, stderr } = await runBundle(probeBundle(), runtime, {
      BIND_IP: '127.0.0.1',
      PORT: '0',
      ...env,
    });
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    for (const word of words) expect(stderr).toMatch(word);
  }

  test('on PORT, at BIND_IP', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    expect((await fetch(`${server.url}/sockjs/info`)).status).toBe(200);
    expect(server.output).toBe('LISTENING\n');
    await server.stop();
  });

  test.runIf(ownAddress)('nowhere but at BIND_IP', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    await expect(fetch(`http://${ownAddress}:${server.port}/`)).rejects.toThrow();
    await server.stop();
  });

  test('on any free port if PORT is 0', async () => {
    const servers = [];
    for (let i = 0; i < 2; i++) servers.push(await TestServer.start(probeBundle(), runtime, { env: { PORT: '0' } }));
    for (const server of servers) expect(await server.stop()).toBe(0);
  });

  test('not where another program listens', async () => {
    const port = await freePort();
    const other = await occupy(port);
    await expectRefusal({ PORT: String(port) }, `port ${port}`, '127.0.0.1', /another program/, /PORT/);
    other.close();
  });

  test.each(['x', '3000x', '-1', '65536', '1e3', '80.5'])('not on the port %s', async (port) => {
    await expectRefusal({ PORT: port }, `PORT is "${port}"`, '65535');
  });

  test('not at an address that this machine does not have', async () => {
    // An address that is kept for documentation.
    await expectRefusal({ BIND_IP: '192.0.2.1' }, '192.0.2.1', /no such address/, 'BIND_IP');
    await expectRefusal({ BIND_IP: 'a b' }, 'BIND_IP is "a b"');
  });

  test('on UNIX_SOCKET_PATH, with permissions and group; the file is gone afterwards', async () => {
    const path = join(await temporaryFolder(), 'server.sock');
    // Only root may choose any.
    const group = process.getuid?.() === 0 ? 4321 : (process.getgid?.() ?? 0);
    const server = await TestServer.start(probeBundle(), runtime, {
      env: { UNIX_SOCKET_PATH: path, UNIX_SOCKET_PERMISSIONS: '640', UNIX_SOCKET_GROUP: String(group) },
    });
    expect(statSync(path)).toMatchObject({ gid: group, mode: 0o140640 });
    expect(await statusOver(path)).toBe(200);
    // Instead of the port.
    await expect(RawConnection.open(server.port)).rejects.toThrow('ECONNREFUSED');
    expect(await server.stop()).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  test('on UNIX_SOCKET_PATH where a server died', async () => {
    const path = join(await temporaryFolder(), 'server.sock');
    const first = await TestServer.start(probeBundle(), runtime, { env: { UNIX_SOCKET_PATH: path } });
    await first.stop('SIGKILL');
    expect(existsSync(path)).toBe(true);
    const second = await TestServer.start(probeBundle(), runtime, { env: { UNIX_SOCKET_PATH: path } });
    expect(await statusOver(path)).toBe(200);
    await second.stop();
  });

  test('not on UNIX_SOCKET_PATH where a server lives, or where a file stands', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'server.sock');
    const other = await occupy(path);
    await expectRefusal({ UNIX_SOCKET_PATH: path }, path, /another server/, 'UNIX_SOCKET_PATH');
    expect(statSync(path).isSocket()).toBe(true);
    other.close();

    const file = join(folder, 'file');
    await writeFile(file, 'precious');
    await expectRefusal({ UNIX_SOCKET_PATH: file }, file, /not a socket/, 'UNIX_SOCKET_PATH');
    expect(statSync(file).size).toBe(8);

    await expectRefusal({ UNIX_SOCKET_PATH: join(folder, 'none/x.sock') }, 'none/x.sock', 'UNIX_SOCKET_PATH');
    await expectRefusal({ UNIX_SOCKET_PATH: path, UNIX_SOCKET_PERMISSIONS: '999' }, 'UNIX_SOCKET_PERMISSIONS', '999');
    await expectRefusal(
      { UNIX_SOCKET_PATH: path, UNIX_SOCKET_GROUP: 'no-such-group' },
      'UNIX_SOCKET_GROUP',
      'no-such-group',
    );
    expect(existsSync(path)).toBe(false);
  });

  // Root may write anywhere.
  test.skipIf(process.getuid?.() === 0)('not on UNIX_SOCKET_PATH in a folder that it may not write', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o555);
    await expectRefusal({ UNIX_SOCKET_PATH: join(folder, 'x.sock') }, 'x.sock', /no permission/, 'UNIX_SOCKET_PATH');
  });
});
