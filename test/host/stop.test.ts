import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { runtimes } from '../support/runtimes.js';
import { type FixtureOptions, FixtureServer } from './support/fixture-server.js';
import { askRaw, head, openSocket } from './support/raw-request.js';
import { Client, openFrames } from './support/web-socket-client.js';

describe.each(runtimes.map((runtime) => [runtime.name, runtime] as const))('stop on %s', (_name, runtime) => {
  let server: FixtureServer | undefined;
  afterEach(() => server?.kill());
  const start = async (options: FixtureOptions = {}): Promise<FixtureServer> => {
    server = await FixtureServer.start(runtime, options);
    return server;
  };

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s stops gracefully', async (signal) => {
    const running = await start();
    expect(await running.signal(signal)).toBe(0);
    expect(running.events.map(({ event }) => event)).toEqual([
      'listening',
      'ready',
      'signal',
      'stopping',
      'closed',
      'stopped',
    ]);
    expect(await running.until(({ event }) => event === 'signal')).toMatchObject({ signal });
  });

  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('a second %s ends at once', async (signal, code) => {
    const running = await start({ ignoreSignals: true });
    running.process.kill(signal);
    await running.until(({ event }) => event === 'signal');
    expect(await running.signal(signal)).toBe(code);
  });

  test.each([
    ['without middleware', {}],
    ['with middleware', { middleware: true }],
  ])('requests under way are finished, new ones refused, %s', async (_title, options) => {
    const running = await start(options);
    const under = askRaw({ port: running.port }, head('GET', '/slow?300'));
    await running.until(({ event }) => event === 'slow');
    running.process.kill('SIGTERM');
    await running.until(({ event }) => event === 'stopping');
    await expect(openSocket({ port: running.port })).rejects.toThrow('ECONNREFUSED');
    const answer = await under;
    expect([answer.status, answer.body]).toEqual([200, '<p>small</p>']);
    expect(await running.ended()).toBe(0);
  });

  test('connections that are kept alive do not hold it up', async () => {
    const running = await start();
    const socket = await openSocket({ port: running.port });
    socket.write(head('GET', '/'));
    await new Promise((resolve) => socket.once('data', resolve));
    const silent = await openSocket({ port: running.port });
    const begin = Date.now();
    expect(await running.signal('SIGTERM')).toBe(0);
    expect(Date.now() - begin).toBeLessThan(3000);
    socket.destroy();
    silent.destroy();
  });

  test('owners of WebSockets say goodbye, then they are closed', async () => {
    const running = await start();
    const clients = await Promise.all(
      Array.from({ length: 5 }, () => Client.open(`ws://127.0.0.1:${running.port}/ws/goodbye`)),
    );
    const code = running.signal('SIGTERM');
    for (const client of clients) {
      expect(await client.closed).toMatchObject({ code: 1001 });
      expect(client.messages).toEqual(['goodbye']);
    }
    expect(await code).toBe(0);
    expect(running.events.filter(({ event }) => event === 'socket-closed').length).toBe(5);
  });

  test('what is left at the deadline is cut off', async () => {
    const running = await start({ deadline: 300 });
    const frames = await openFrames({ port: running.port }, '/ws/echo');
    const hanging = await openSocket({ port: running.port });
    hanging.write(head('GET', '/slow?60000'));
    await running.until(({ event }) => event === 'slow');
    const begin = Date.now();
    expect(await running.signal('SIGTERM')).toBe(0);
    const took = Date.now() - begin;
    expect(took).toBeGreaterThan(200);
    expect(took).toBeLessThan(3000);
    frames.destroy();
    hanging.destroy();
  });

  test('a handshake that comes while it stops is refused', async () => {
    const running = await start();
    const kept = await openSocket({ port: running.port });
    kept.write(head('GET', '/slow?300'));
    await running.until(({ event }) => event === 'slow');
    running.process.kill('SIGTERM');
    await running.until(({ event }) => event === 'stopping');
    await expect(Client.open(`ws://127.0.0.1:${running.port}/ws/echo`)).rejects.toThrow();
    expect(await running.ended()).toBe(0);
    await sleep(0);
    kept.destroy();
  });
});
