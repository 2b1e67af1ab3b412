import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { probeBundle } from '../support/probe-bundle.js';
import { RawConnection } from '../support/raw-http.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const exitOf = async ({ closed, process }: TestServer): Promise<unknown[]> => {
  await closed;
  return [process.exitCode, process.signalCode];
};

/** Resolves when the server takes no connections any more. */
async function untilClosed({ port }: TestServer): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (!isOpen) return;
  }
}

describe.each(runtimes)('a server on $name that is told to stop', (runtime) => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s ends with code 0', async (signal) => {
    const server = await TestServer.start(probeBundle(), runtime);
    server.process.kill(signal);
    expect(await exitOf(server)).toEqual([0, null]);
    expect(server.output).toBe('LISTENING\n');
  });

  test('finishes requests and methods that are under way, and takes no new ones', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    const idle = await TestDdp.connect(server.url);
    const busy = await TestDdp.connect(server.url);
    const response = fetch(`${server.url}/hold`);
    await server.printed('HOLDS A REQUEST');
    const result = busy.call('hold', 'value');
    await server.printed('HOLDS A METHOD');

    const idleClosed = once(idle.socket, 'close');
    server.process.kill('SIGTERM');
    await untilClosed(server);
    // Clients with nothing under way are sent elsewhere at once.
    expect((await idleClosed)[0]).toBe(1001);
    const busyClosed = once(busy.socket, 'close');
    const next = busy.call('echo', 'too late');
    next.catch(() => {});

    server.process.kill('SIGUSR2');
    expect(await (await response).text()).toBe('released');
    expect((await result).result).toBe('value');
    expect((await busyClosed)[0]).toBe(1001);
    expect(await exitOf(server)).toEqual([0, null]);
    expect(busy.frames.filter(({ msg }) => msg === 'result')).toHaveLength(1);
  });

  test('ends subscriptions and connections, and tells the app', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    const client = await TestDdp.connect(server.url);
    await client.subscribe('endings');
    server.process.kill('SIGTERM');
    expect(await exitOf(server)).toEqual([0, null]);
    expect(server.output).toContain('SUBSCRIPTION ENDED');
    expect(server.output).toContain('CONNECTION CLOSED');
  });

  test('finishes an upload', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    const upload = await RawConnection.open(server.port);
    upload.write('POST /length HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n');
    await upload.until((received) => received.startsWith('HTTP/1.1 100'));
    upload.write('12345');
    server.process.kill('SIGTERM');
    await untilClosed(server);
    upload.write('67890');
    await upload.closed;
    expect(upload.responses().at(-1)).toMatchObject({ status: 200, body: '10' });
    expect(await exitOf(server)).toEqual([0, null]);
  });

  test('twice ends at once, with the code of the signal', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    const response = fetch(`${server.url}/hold`).then(
      () => 'answered',
      () => 'cut',
    );
    await server.printed('HOLDS A REQUEST');
    server.process.kill('SIGTERM');
    await untilClosed(server);
    server.process.kill('SIGTERM');
    expect(await exitOf(server)).toEqual([143, null]);
    expect(await response).toBe('cut');
  });

  test('does not wait for connections that are idle, or that never asked for anything', async () => {
    const server = await TestServer.start(probeBundle(), runtime);
    const silent = await Promise.all([1, 2, 3].map(() => RawConnection.open(server.port)));
    silent[0]?.write('GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n');
    await silent[0]?.until((received) => received.includes('\r\n\r\n'));
    const started = performance.now();
    expect(await server.stop()).toBe(0);
    // Far from the ten seconds that requests under way are given.
    expect(performance.now() - started).toBeLessThan(5000);
    await silent[0]?.closed;
    for (const { socket } of silent) socket.destroy();
  });
});
