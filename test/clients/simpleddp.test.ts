import SimpleDDP from 'simpleddp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

async function connect(server: TestServer): Promise<SimpleDDP> {
  const client = new SimpleDDP({
    endpoint: `ws://127.0.0.1:${server.port}/websocket`,
    SocketConstructor: WebSocket,
    reconnectInterval: 50,
  });
  await client.connect();
  return client;
}

describe.each(runtimes)('simpleddp, with a server on $name', (runtime) => {
  let server: TestServer;
  let client: SimpleDDP;

  beforeAll(async () => {
    server = await TestServer.start(helloBundle(), runtime);
    client = await connect(server);
  });
  afterAll(async () => {
    await client?.disconnect();
    await server?.stop();
  });

  test('calls methods: values, dates and errors', async () => {
    expect(await client.call('echo', { a: [1, 'zwei', null] })).toEqual({ a: [1, 'zwei', null] });
    expect(await client.call('clock.now')).toBeInstanceOf(Date);
    await expect(client.call('counters.increment', 'nothing')).rejects.toMatchObject({ error: 'no-such-counter' });
    await expect(client.call('no.such.method')).rejects.toMatchObject({ error: 404 });
  });

  test('subscribes, follows changes, and stops', async () => {
    const counters = client.collection('counters');
    const subscription = client.subscribe('counters');
    await subscription.ready();
    expect(counters.fetch()).toEqual([{ id: 'clicks', count: 0 }]);
    const changed = new Promise((resolve) => counters.onChange(resolve));
    await client.call('counters.increment', 'clicks');
    expect(await changed).toMatchObject({ changed: { prev: { count: 0 }, next: { id: 'clicks', count: 1 } } });
    const removed = new Promise((resolve) => client.on('removed', resolve));
    await subscription.stop();
    expect(await removed).toMatchObject({ collection: 'counters', id: 'clicks' });
  });

  test('reconnects by itself, with its subscriptions, when the server has been started anew', async () => {
    const first = await TestServer.start(helloBundle(), runtime);
    const client = await connect(first);
    await client.subscribe('counters').ready();
    const disconnected = new Promise((resolve) => client.on('disconnected', resolve));
    await first.stop();
    await disconnected;
    const added = new Promise((resolve) => client.on('added', resolve));
    const second = await TestServer.start(helloBundle(), runtime, { env: { PORT: String(first.port) } });
    expect(await added).toMatchObject({ collection: 'counters', id: 'clicks', fields: { count: 0 } });
    expect(await client.call('echo', 'again')).toBe('again');
    await client.disconnect();
    await second.stop();
  });
});
