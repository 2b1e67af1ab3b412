import { DDPServer } from '@bolide/meteor/ddp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Reactivity } from '../observe/reactivity.js';
import type { Database } from './database.js';
import { fencedWrite } from './fenced-write.js';

/** Observers that are told of writes when the test says so. */
function setUp() {
  const calls: unknown[] = [];
  let tell: () => void = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const reactivity = new Reactivity([
    {
      name: 'fake',
      supports: () => true,
      observe: () => Promise.reject(new Error('not observed')),
      isObserving: (collection) => collection === 'observed',
      told: async (collection, time) => {
        calls.push([collection, time]);
        await told;
      },
    },
  ]);
  const session = { operationTime: 'time of the write', endSession: async () => {} };
  const database = { started: () => undefined, client: { options: {}, startSession: () => session } };
  const write = (collection: string, hasChanged = true, fails = false) =>
    fencedWrite({
      database: database as unknown as Database,
      reactivity,
      collection,
      write: async (options) => {
        calls.push(options.session ? 'with session' : 'without session');
        if (fails) throw new Error('refused');
        return { result: 'result', hasChanged };
      },
    });
  return { write, tell: () => tell(), calls };
}

async function inFence(run: () => Promise<unknown>) {
  const fence = new DDPServer._WriteFence();
  const result = await DDPServer._CurrentWriteFence.withValue(fence, run).catch((error: Error) => error.message);
  await fence.arm();
  return { fence, result };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a write in a fence', () => {
  test('the result comes at once, and the fence waits until observers have been told', async () => {
    const { write, tell, calls } = setUp();
    const { fence, result } = await inFence(() => write('observed'));
    expect(result).toBe('result');
    await settle();
    expect(fence.fired).toBe(false);
    expect(calls).toEqual(['with session', ['observed', 'time of the write']]);
    tell();
    await settle();
    expect(fence.fired).toBe(true);
  });

  test.each<[string, [string, boolean?, boolean?]]>([
    ['nobody observes', ['other']],
    ['nothing has changed', ['observed', false]],
    ['it fails', ['observed', true, true]],
  ])('the fence does not wait when %s', async (_name, args) => {
    const { write } = setUp();
    const { fence, result } = await inFence(() => write(...args));
    expect(result).toBe(args[2] ? 'refused' : 'result');
    await settle();
    expect(fence.fired).toBe(true);
  });

  test('without a fence nothing is waited for', async () => {
    const { write, calls } = setUp();
    expect(await write('observed')).toBe('result');
    expect(calls).toEqual(['without session']);
  });
});

describe('a write', () => {
  const seen: unknown[] = [];
  let listener: { stop(): void };
  beforeAll(() => {
    listener = DDPServer._InvalidationCrossbar.listen({ collection: 'heard' }, (notification) => {
      seen.push(notification);
    });
  });
  afterAll(() => listener.stop());

  test('tells those who poll which documents it may have changed', async () => {
    const { write } = setUp();
    await write('heard');
    const reactivity = new Reactivity([]);
    const database = { started: () => undefined } as unknown as Database;
    const done = async () => ({ result: 1, hasChanged: true });
    await fencedWrite({ database, reactivity, collection: 'heard', selector: { _id: 'a', n: 1 }, write: done });
    await fencedWrite({ database, reactivity, collection: 'heard', selector: { n: 1 }, write: done });
    expect(seen).toEqual([{ collection: 'heard' }, { collection: 'heard', id: 'a' }, { collection: 'heard' }]);
  });
});
