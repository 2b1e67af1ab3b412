import { Package } from '@bolide/meteor/core-runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectToDefaultServer } from './default-connection.js';
import { DDP } from './server.js';
import { createClient, settle } from './test-support/connect.js';
import type { ConnectionOptions } from './types.js';

type Provider = (retry: () => void) => readonly [boolean, unknown?];

let providers: Provider[];
let named: Record<string, Provider>;
let saved: unknown;
let reloads: unknown[];

beforeEach(() => {
  providers = [];
  named = {};
  saved = undefined;
  reloads = [];
  Package.reload = {
    Reload: {
      _onMigrate(name: string | Provider, provider?: Provider) {
        if (typeof name === 'string') named[name] = provider as Provider;
        else providers.push(name);
      },
      _migrationData: () => saved,
      _reload: (options: unknown) => reloads.push(options),
    },
  };
});

afterEach(() => {
  delete Package.reload;
});

describe('a reload of the page', () => {
  test('waits for the methods that are outstanding', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    let retries = 0;
    const ask = () => providers[0]?.(() => (retries += 1));
    expect(ask()).toEqual([true]);
    connection.call('method', () => {});
    expect(ask()).toEqual([false]);
    await stream.receive({ msg: 'result', id: '1' });
    expect(retries).toBe(0);
    await stream.receive({ msg: 'updated', methods: ['1'] });
    expect(retries).toBe(1);
    expect(ask()).toEqual([true]);
  });

  test('waits for stubs that are running, and for what is sent after them', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.methods({ method: async () => {} });
    const answer = connection.callAsync('method');
    expect(providers[0]?.(() => {})).toEqual([false]);
    await settle();
    await stream.answer('1');
    await answer;
    expect(providers[0]?.(() => {})).toEqual([true]);
  });

  test('does not wait if the connection says so', async () => {
    createClient({ reloadWithOutstanding: true });
    expect(providers).toEqual([]);
  });
});

describe('the page and its server have no version in common', () => {
  async function fail(): Promise<void> {
    let given: ConnectionOptions | undefined;
    const ddp = {
      ...DDP,
      connect: (_url: unknown, options?: ConnectionOptions) => {
        given = options;
        return {} as never;
      },
    };
    connectToDefaultServer(ddp);
    const log = console.log;
    console.log = () => {};
    given?.onDDPVersionNegotiationFailure?.('no version');
    console.log = log;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }

  test('it is loaded again, soon at first', async () => {
    await fail();
    expect(reloads).toEqual([{ immediateMigration: true }]);
    expect(named.livedata?.(() => {})).toEqual([true, { DDPVersionNegotiationFailures: 1 }]);
  });

  test('but not again and again: it waits longer each time', async () => {
    saved = { DDPVersionNegotiationFailures: 3 };
    await fail();
    expect(reloads).toEqual([]);
    expect(named.livedata?.(() => {})).toEqual([true, { DDPVersionNegotiationFailures: 4 }]);
    // Ends the wait, which would keep the test from ending.
    saved = undefined;
    await fail();
  });

  test('without the package reload it stays', async () => {
    delete Package.reload;
    await fail();
    expect(reloads).toEqual([]);
  });
});
