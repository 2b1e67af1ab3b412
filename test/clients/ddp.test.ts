import DDPClient from 'ddp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

type Options = ConstructorParameters<typeof DDPClient>[0];

function connect(options: Options): Promise<DDPClient> {
  return new Promise((resolve, reject) => {
    const client = new DDPClient({ host: '127.0.0.1', autoReconnect: false, ...options });
    client.connect((error) => (error ? reject(error) : resolve(client)));
  });
}

const call = (client: DDPClient, name: string, ...parameters: unknown[]): Promise<unknown> =>
  new Promise((resolve, reject) => {
    client.call(name, parameters, (error, result) => (error ? reject(error) : resolve(result)));
  });

const subscribe = (client: DDPClient, name: string, ...parameters: unknown[]): Promise<void> =>
  new Promise((resolve, reject) => {
    client.subscribe(name, parameters, (error) => (error ? reject(error) : resolve()));
  });

/** The ways in which this client connects; the last is what it does in the DDP version of Meteor 0.6. */
const ways: readonly { readonly way: string; readonly options: Options }[] = [
  { way: 'over /websocket', options: {} },
  { way: 'after asking /sockjs/info', options: { useSockJs: true } },
  { way: 'over /sockjs/websocket', options: { path: 'sockjs/websocket' } },
  { way: 'with DDP pre1', options: { ddpVersion: 'pre1' } },
];

describe.each(runtimes)('ddp, with a server on $name', (runtime) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(helloBundle(), runtime);
  });
  afterAll(() => server?.stop());

  test.each(ways)('connects $way, calls and subscribes', async ({ options }) => {
    const client = await connect({ port: server.port, ...options });
    try {
      expect(await call(client, 'echo', { a: [1, 'zwei', null] })).toEqual({ a: [1, 'zwei', null] });
      expect(await call(client, 'clock.now')).toBeInstanceOf(Date);
      await expect(call(client, 'counters.increment', 'nothing')).rejects.toMatchObject({ error: 'no-such-counter' });
      await subscribe(client, 'counters');
      const count = client.collections.counters?.clicks?.count as number;
      const changed = new Promise((resolve) => client.observe('counters', undefined, (id) => resolve(id)));
      expect(await call(client, 'counters.increment', 'clicks')).toBe(count + 1);
      expect(await changed).toBe('clicks');
      expect(client.collections.counters?.clicks).toEqual({ _id: 'clicks', count: count + 1 });
      await expect(subscribe(client, 'no.such.publication')).rejects.toMatchObject({ error: 404 });
    } finally {
      client.close();
    }
  });

  test('is told when what a method wrote has been sent', async () => {
    const client = await connect({ port: server.port });
    await new Promise<void>((resolve) => client.call('echo', [1], () => {}, resolve));
    client.close();
  });

  test('unsubscribing takes the documents away', async () => {
    const client = await connect({ port: server.port });
    const removed = new Promise((resolve) => client.observe('counters', undefined, undefined, resolve));
    const id = await new Promise<string>((resolve) => {
      const subscription = client.subscribe('counters', [], () => resolve(subscription));
    });
    client.unsubscribe(id);
    expect(await removed).toBe('clicks');
    client.close();
  });
});
