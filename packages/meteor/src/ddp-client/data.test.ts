import { describe, expect, test } from 'vitest';
import { captureLog, createClient, createServerClient, settle } from './test-support/connect.js';
import { asAsyncStore, MemoryStore } from './test-support/memory-store.js';

const added = (id: string, fields?: object) => ({
  msg: 'added',
  collection: 'things',
  id,
  ...(fields ? { fields } : {}),
});
const changed = (id: string, fields: object) => ({ msg: 'changed', collection: 'things', id, fields });
const removed = (id: string) => ({ msg: 'removed', collection: 'things', id });

describe('data of a collection', () => {
  test('reach its store, in batches', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const store = new MemoryStore();
    expect(connection.registerStoreClient('things', store)).toBe(true);
    expect(connection.registerStoreClient('things', new MemoryStore())).toBe(false);
    await stream.receive(added('a', { n: 1, gone: true }));
    await stream.receive({ ...changed('a', { n: 2 }), cleared: ['gone'] });
    await stream.receive(added('b'));
    await stream.receive({ msg: 'changed', collection: 'things', id: 'b' });
    expect(store.contents).toEqual({ a: { _id: 'a', n: 2 }, b: { _id: 'b' } });
    await stream.receive(removed('a'));
    expect(store.contents).toEqual({ b: { _id: 'b' } });
    expect(store.log.slice(0, 6)).toEqual(['begin 1', 'added a', 'end', 'begin 1', 'changed a', 'end']);
  });

  test('that come before its store are kept, merged', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    await stream.receive(added('a', { n: 1, gone: true }));
    await stream.receive({ ...changed('a', { n: 2 }), cleared: ['gone'] });
    await stream.receive(added('b'));
    await stream.receive(removed('b'));
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    expect(store.log).toEqual(['begin 1', 'added a', 'end']);
    expect(store.contents).toEqual({ a: { _id: 'a', n: 2 } });
  });

  test('a change that a store refuses is printed; the batch is completed', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    await stream.receive(added('a'));
    const log = await captureLog(() => stream.receive(added('a')));
    expect(log).toContain('a is there already');
    expect(store.log.at(-1)).toBe('end');
    await stream.receive(added('b'));
    expect(Object.keys(store.contents)).toEqual(['a', 'b']);
  });

  test('collections and fields may have names that objects have', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    await stream.receive('{"msg":"added","collection":"__proto__","id":"a","fields":{"x":1}}');
    const store = new MemoryStore();
    connection.registerStoreClient('constructor', store);
    await stream.receive('{"msg":"added","collection":"constructor","id":"__proto__","fields":{"x":1}}');
    expect(store.documents.size).toBe(1);
    expect(({} as { x?: unknown }).x).toBe(undefined);
  });

  test('order reaches stores that know one; the others get the documents', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const plain = new MemoryStore();
    const messages: unknown[] = [];
    connection.registerStoreClient('things', plain);
    connection.registerStoreClient('ordered', { ordered: true, update: (message) => void messages.push(message) });
    for (const collection of ['things', 'ordered']) {
      await stream.receive({ msg: 'addedBefore', collection, id: 'a', fields: { n: 1 }, before: null });
      await stream.receive({ msg: 'movedBefore', collection, id: 'a', before: 'b' });
    }
    expect(plain.contents).toEqual({ a: { _id: 'a', n: 1 } });
    expect(messages).toEqual([
      { msg: 'addedBefore', collection: 'ordered', id: 'a', fields: { n: 1 }, before: null },
      { msg: 'movedBefore', collection: 'ordered', id: 'a', before: 'b' },
    ]);
  });
});

describe('buffering', () => {
  test('changes that come together are applied together', async () => {
    const { stream, connection } = createClient({ bufferedWritesInterval: 5 });
    await stream.connect();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    await stream.receive(added('a'));
    await stream.receive(added('b'));
    expect(store.log).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(store.log).toEqual(['begin 2', 'added a', 'added b', 'end']);
  });

  test('what is not a change applies them first', async () => {
    const { stream, connection } = createClient({ bufferedWritesInterval: 100_000 });
    await stream.connect();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    const log: string[] = [];
    const handle = connection.subscribe('things', () => log.push(`ready ${store.documents.size}`));
    await stream.receive(added('a'));
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    connection.apply('method', [], { onResultReceived: () => log.push(`result ${store.documents.size}`) });
    await stream.receive(added('b'));
    await stream.receive({ msg: 'result', id: '1' });
    expect(log).toEqual(['ready 1', 'result 2']);
  });

  test('they do not wait for ever when more and more come', async () => {
    const { stream, connection } = createClient({ bufferedWritesInterval: 100_000, bufferedWritesMaxAge: -1 });
    await stream.connect();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    await stream.receive(added('a'));
    expect(store.documents.size).toBe(0);
    await stream.receive(added('b'));
    expect(store.documents.size).toBe(2);
  });

  test('a stub sees them', async () => {
    const { stream, connection } = createClient({ bufferedWritesInterval: 100_000 });
    await stream.connect();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    await stream.receive(added('a', { n: 1 }));
    connection.methods({
      increment() {
        store.write('a', { n: (store.documents.get('a')?.n as number) + 1 });
      },
    });
    connection.call('increment');
    expect(store.contents).toEqual({ a: { _id: 'a', n: 2 } });
    await stream.answer('1');
    expect(store.contents).toEqual({ a: { _id: 'a', n: 1 } });
  });
});

describe('what a stub writes', () => {
  function start() {
    const client = createClient();
    const store = new MemoryStore();
    client.connection.registerStoreClient('things', store);
    client.connection.methods({
      write(id: string, fields: Record<string, unknown> | undefined) {
        store.write(id, fields ?? undefined);
      },
    });
    return { ...client, store };
  }

  test('stays until the method is done, then shows what the server has', async () => {
    const { stream, connection, store } = start();
    await stream.connect();
    await stream.receive(added('a', { n: 1 }));
    const calls: unknown[] = [];
    connection.call('write', 'a', { n: 2 }, () => calls.push(store.contents));
    connection.call('write', 'new', { n: 3 });
    expect(store.contents).toEqual({ a: { _id: 'a', n: 2 }, new: { _id: 'new', n: 3 } });
    await stream.receive(changed('a', { n: 20, more: true }));
    await stream.receive({ msg: 'result', id: '1' });
    // Not the server's state yet: other documents of the method may be missing.
    expect(store.contents.a).toEqual({ _id: 'a', n: 2 });
    expect(calls).toEqual([]);
    await stream.receive({ msg: 'updated', methods: ['1'] });
    expect(store.contents).toEqual({ a: { _id: 'a', n: 20, more: true }, new: { _id: 'new', n: 3 } });
    // Changes that the server sent before may still be hidden behind the other stub.
    expect(calls).toEqual([]);
    await stream.answer('2');
    expect(calls).toEqual([{ a: { _id: 'a', n: 20, more: true } }]);
  });

  test('removed by the stub, changed or removed by the server', async () => {
    const { stream, connection, store } = start();
    await stream.connect();
    await stream.receive(added('a', { n: 1 }));
    await stream.receive(added('b', { n: 1 }));
    connection.call('write', 'a', null);
    connection.call('write', 'b', { n: 2 });
    expect(store.contents).toEqual({ b: { _id: 'b', n: 2 } });
    await stream.receive(removed('b'));
    await stream.answer('1');
    await stream.answer('2');
    expect(store.contents).toEqual({ a: { _id: 'a', n: 1 } });
  });

  test('of two methods to one document stays until both are done', async () => {
    const { stream, connection, store } = start();
    await stream.connect();
    const calls: string[] = [];
    connection.call('write', 'a', { n: 1 }, () => calls.push('first'));
    connection.call('write', 'a', { n: 2 }, () => calls.push('second'));
    await stream.receive(added('a', { n: 10 }));
    await stream.answer('1');
    // The first method's document is still hidden behind the second's stub, so its callback waits.
    expect(store.contents).toEqual({ a: { _id: 'a', n: 2 } });
    expect(calls).toEqual([]);
    await stream.receive(changed('a', { n: 20 }));
    await stream.answer('2');
    expect(store.contents).toEqual({ a: { _id: 'a', n: 20 } });
    expect(calls.sort()).toEqual(['first', 'second']);
  });

  test('holds back the readiness of subscriptions that came later', async () => {
    const { stream, connection } = start();
    await stream.connect();
    connection.call('write', 'a', { n: 1 });
    const handle = connection.subscribe('things');
    await stream.receive(added('a', { n: 2 }));
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    expect(handle.ready()).toBe(false);
    await stream.answer('1');
    expect(handle.ready()).toBe(true);
  });

  test('what makes no sense for such a document is printed', async () => {
    const { stream, connection, store } = start();
    await stream.connect();
    connection.call('write', 'a', { n: 1 });
    const log = await captureLog(async () => {
      await stream.receive(changed('a', { n: 5 }));
      await stream.receive(removed('a'));
      await stream.receive(added('a', { n: 6 }));
      await stream.receive(added('a', { n: 7 }));
    });
    expect(log.split('\n')).toHaveLength(3);
    await stream.answer('1');
    expect(store.contents).toEqual({ a: { _id: 'a', n: 7 } });
  });
});

describe('asynchronous stores', () => {
  test('get the messages one after another, and callbacks wait for them', async () => {
    const { stream, connection } = createServerClient();
    await stream.connect();
    const store = new MemoryStore();
    expect(await connection.registerStoreServer('things', asAsyncStore(store))).toBe(true);
    expect(await connection.registerStoreServer('things', {})).toBe(false);
    const seen: number[] = [];
    const handle = connection.subscribe('things', () => seen.push(store.documents.size));
    // Without waiting, as a socket delivers.
    stream.receive(added('a'));
    stream.receive(added('b'));
    stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    stream.receive(removed('a'));
    const answer = connection.callAsync('method').then(() => seen.push(store.documents.size));
    stream.answer('1');
    await answer;
    expect(seen).toEqual([2, 1]);
    expect(store.log.filter((entry) => entry.startsWith('begin'))).toHaveLength(3);
  });

  test('what came before them is applied first', async () => {
    const { stream, connection } = createServerClient();
    await stream.connect();
    await stream.receive(added('a'));
    const store = new MemoryStore();
    await connection.registerStoreServer('things', asAsyncStore(store));
    expect(Object.keys(store.contents)).toEqual(['a']);
  });

  test('stubs write to them, and the server has the last word', async () => {
    const { stream, connection } = createServerClient();
    await stream.connect();
    const store = new MemoryStore();
    await connection.registerStoreServer('things', asAsyncStore(store));
    connection.methods({
      async write() {
        await Promise.resolve();
        store.write('a', { from: 'stub' });
      },
    });
    const answer = connection.callAsync('write');
    await settle();
    expect(store.contents).toEqual({ a: { _id: 'a', from: 'stub' } });
    stream.receive(added('a', { from: 'server' }));
    stream.answer(stream.takeOne().id);
    await answer;
    expect(store.contents).toEqual({ a: { _id: 'a', from: 'server' } });
  });
});
