import { DDP, type DDPConnection } from '@bolide/meteor/ddp-client';
import { Meteor } from '@bolide/meteor/meteor';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMongo } from '../create-mongo.js';
import { LocalCollectionDriver } from '../drivers/local-collection-driver.js';
import { FakeStream, settle } from '../test-support/fake-stream.js';
import { Extensions } from './extensions.js';

interface Task {
  _id: string;
  text?: string;
  done?: boolean;
}

let count = 0;

async function setUp(options: { isClient?: boolean; resolverType?: 'stub' | 'server' } = {}) {
  const { isClient = true, resolverType } = options;
  const stream = new FakeStream();
  const connection = DDP.connect(stream, { bufferedWritesInterval: 0, heartbeatInterval: 0 });
  const Mongo = createMongo(
    { isClient, defaultConnection: () => connection, databaseDriver: () => LocalCollectionDriver },
    new Extensions(),
  );
  const name = `tasks${count++}`;
  const tasks = new Mongo.Collection<Task>(name, { resolverType });
  await stream.connect();
  const all = () => tasks.find({}, { reactive: false }).fetch();
  return { stream, connection, tasks, name, all };
}

/** The server has run a method, and `changes` are what it wrote. */
function answer(id: unknown, result: unknown, changes: object[] = []) {
  return [...changes, { msg: 'updated', methods: [id] }, { msg: 'result', id, ...(result as object) }] as Record<
    string,
    unknown
  >[];
}

async function captureLog(func: () => unknown): Promise<string> {
  const lines: string[] = [];
  const original = console.log;
  console.log = (...args) => lines.push(args.map(String).join(' '));
  try {
    await func();
  } finally {
    console.log = original;
  }
  return lines.join('\n');
}

describe('a collection over a connection', () => {
  test('is what the server sends', async () => {
    const { stream, name: collection, all, tasks } = await setUp();
    expect(tasks._isRemoteCollection()).toBe(true);
    await stream.receive(
      { msg: 'added', collection, id: 'a', fields: { text: 'one', when: { $date: 5 } } },
      { msg: 'added', collection, id: 'b' },
      { msg: 'added', collection, id: '0123456789abcdef01234567', fields: {} },
    );
    expect(all().map(({ _id }) => String(_id))).toEqual(['a', 'b', 'ObjectID("0123456789abcdef01234567")']);
    expect(all()[0]).toEqual({ _id: 'a', text: 'one', when: new Date(5) } as Task);
    await stream.receive(
      { msg: 'changed', collection, id: 'a', fields: { done: true }, cleared: ['when'] },
      { msg: 'removed', collection, id: 'b' },
    );
    expect(tasks.findOne('a')).toEqual({ _id: 'a', text: 'one', done: true });
    expect(tasks.findOne('b')).toBeUndefined();
  });

  test('gets what was sent before it was made', async () => {
    const stream = new FakeStream();
    const connection = DDP.connect(stream, { bufferedWritesInterval: 0, heartbeatInterval: 0 });
    await stream.connect();
    await stream.receive({ msg: 'added', collection: 'late', id: 'a', fields: { text: 'early' } });
    const Mongo = createMongo(
      { isClient: true, defaultConnection: () => connection, databaseDriver: () => LocalCollectionDriver },
      new Extensions(),
    );
    expect(new Mongo.Collection('late').find().fetch()).toEqual([{ _id: 'a', text: 'early' }]);
  });

  test('bears what a server without a merge box sends', async () => {
    const { stream, name: collection, all } = await setUp();
    await stream.receive(
      { msg: 'added', collection, id: 'a', fields: { text: 'one' } },
      { msg: 'added', collection, id: 'a', fields: { done: true } },
      { msg: 'changed', collection, id: 'b', fields: { text: 'two' }, cleared: ['done'] },
      { msg: 'removed', collection, id: 'c' },
    );
    expect(all()).toEqual([
      { _id: 'a', text: 'one', done: true },
      { _id: 'b', text: 'two' },
    ]);
  });

  test('fields with dots and dollars are fields', async () => {
    const { stream, name: collection, all } = await setUp();
    await stream.receive(
      { msg: 'added', collection, id: 'a', fields: { 'x.y': 1 } },
      { msg: 'changed', collection, id: 'a', fields: { $set: 2, 'x.z': 3 } },
    );
    expect(all()).toEqual([{ _id: 'a', 'x.y': 1, $set: 2, 'x.z': 3 } as Task]);
  });

  test('after a reconnect observers see the difference only', async () => {
    const { stream, connection, name: collection, tasks } = await setUp();
    await stream.receive(
      { msg: 'added', collection, id: 'a', fields: { text: 'same' } },
      { msg: 'added', collection, id: 'b', fields: { text: 'goes' } },
    );
    const subscription = connection.subscribe('tasks');
    const calls: unknown[] = [];
    tasks.find().observeChanges({
      added: (id) => calls.push(['added', id]),
      changed: (id) => calls.push(['changed', id]),
      removed: (id) => calls.push(['removed', id]),
      _suppress_initial: true,
    });
    await stream.receive({ msg: 'ready', subs: [subscription.subscriptionId] });
    await stream.drop();
    await stream.connect('session2');
    await stream.receive(
      { msg: 'added', collection, id: 'a', fields: { text: 'same' } },
      { msg: 'added', collection, id: 'c', fields: { text: 'new' } },
    );
    expect(calls).toEqual([]);
    await stream.receive({ msg: 'ready', subs: [subscription.subscriptionId] });
    expect(calls).toEqual([
      ['added', 'c'],
      ['removed', 'b'],
    ]);
  });

  test('of a server over another one', async () => {
    const { stream, name: collection, tasks, all } = await setUp({ isClient: false });
    await stream.receive(
      { msg: 'added', collection, id: 'a', fields: { text: 'one' } },
      { msg: 'changed', collection, id: 'a', fields: { text: 'two' } },
    );
    expect(await tasks.findOneAsync('a')).toEqual({ _id: 'a', text: 'two' });
    // A server has no stubs: it waits.
    const inserted = tasks.insertAsync({ text: 'new' });
    await settle();
    expect(all()).toHaveLength(1);
    const [frame] = stream.take();
    expect(frame).toMatchObject({ msg: 'method', method: `/${collection}/insertAsync`, params: [{ text: 'new' }] });
    await stream.receive(
      ...answer(frame?.id, { result: 'n' }, [{ msg: 'added', collection, id: 'n', fields: { text: 'new' } }]),
    );
    expect(await inserted).toBe('n');
    expect(all()).toHaveLength(2);
  });

  test('two of one name: only the first is fed, which is warned of', async () => {
    const { connection, name } = await setUp();
    const warnings: unknown[] = [];
    const original = console.warn;
    console.warn = (...args) => warnings.push(...args);
    try {
      const Mongo = createMongo(
        { isClient: true, defaultConnection: () => connection, databaseDriver: () => LocalCollectionDriver },
        new Extensions(),
      );
      new Mongo.Collection(name, { defineMutationMethods: false });
      await settle();
    } finally {
      console.warn = original;
    }
    expect(warnings).toEqual([`There is already a collection named "${name}"`]);
  });
});

describe('writes of a client', () => {
  // What the mutation methods and their callers look at.
  const original = Meteor.isClient;
  beforeAll(() => {
    Meteor.isClient = true;
  });
  afterAll(() => {
    Meteor.isClient = original;
  });

  test('are shown at once, then are what the server says', async () => {
    const { stream, name: collection, tasks, all } = await setUp();
    const inserted = tasks.insertAsync({ text: 'mine' });
    const id = await inserted.stubPromise;
    await settle();
    expect(all()).toEqual([{ _id: id, text: 'mine' }]);
    const [frame] = stream.take();
    expect(frame).toMatchObject({
      method: `/${collection}/insertAsync`,
      params: [{ text: 'mine' }],
      randomSeed: expect.any(String),
    });
    await stream.receive(
      ...answer(frame?.id, { result: id }, [{ msg: 'added', collection, id, fields: { text: 'mine', done: false } }]),
    );
    expect(await inserted).toBe(id);
    expect(await inserted.serverPromise).toBe(id);
    expect(all()).toEqual([{ _id: id, text: 'mine', done: false } as Task]);
  });

  test('are taken back when the server refuses', async () => {
    const { stream, name: collection, tasks, all } = await setUp();
    await stream.receive({ msg: 'added', collection, id: 'a', fields: { text: 'old' } });
    const updated = tasks.updateAsync('a', { $set: { text: 'new' } });
    updated.catch(() => {});
    await updated.stubPromise;
    expect(all()[0]?.text).toBe('new');
    const [frame] = stream.take();
    expect(frame?.params).toEqual([{ _id: 'a' }, { $set: { text: 'new' } }, {}]);
    await stream.receive(
      ...answer(frame?.id, { error: { error: 403, reason: 'Access denied', errorType: 'Meteor.Error' } }),
    );
    expect(all()).toEqual([{ _id: 'a', text: 'old' }]);
    await expect(updated.serverPromise).rejects.toMatchObject({ error: 403 });
    await expect(updated).rejects.toMatchObject({ error: 403 });
  });

  test('synchronously: returns at once, calls back when the server has answered', async () => {
    const { stream, name: collection, tasks, all } = await setUp();
    const calls: unknown[] = [];
    const id = tasks.insert({ text: 'sync' }, (...args) => calls.push(args));
    expect(all()).toEqual([{ _id: id, text: 'sync' }]);
    expect(tasks.update(id, { $set: { done: true } }, (...args) => calls.push(args))).toBe(1);
    expect(tasks.remove(id, (...args) => calls.push(args))).toBe(1);
    expect(all()).toEqual([]);
    const frames = stream.take();
    expect(frames.map(({ method }) => method)).toEqual(
      ['insert', 'update', 'remove'].map((method) => `/${collection}/${method}`),
    );
    await stream.receive(
      ...frames.flatMap(({ id: methodId }, index) => answer(methodId, { result: index === 0 ? id : 1 })),
    );
    expect(calls).toEqual([
      [undefined, id],
      [undefined, 1],
      [undefined, 1],
    ]);
  });

  test('without a callback print what went wrong', async () => {
    const { stream, tasks, all } = await setUp();
    const log = await captureLog(async () => {
      tasks.insert({ text: 'refused' });
      const [frame] = stream.take();
      await stream.receive(
        ...answer(frame?.id, { error: { error: 403, reason: 'Access denied', errorType: 'Meteor.Error' } }),
      );
    });
    expect(log).toContain('insert failed');
    expect(log).toContain('Access denied');
    expect(all()).toEqual([]);
  });

  test('are by id only, outside of methods', async () => {
    const { tasks, stream } = await setUp();
    expect(() => tasks.update({ text: 'x' }, { $set: { done: true } })).toThrow(
      'Untrusted code may only update documents by ID',
    );
    expect(() => tasks.remove({})).toThrow('Untrusted code may only remove documents by ID');
    expect(() => tasks.updateAsync({}, { $set: { done: true } })).toThrow(
      'Untrusted code may only updateAsync documents by ID',
    );
    expect(() => tasks.removeAsync({ _id: 'a', text: 'x' })).toThrow(
      'Untrusted code may only removeAsync documents by ID',
    );
    expect(stream.take()).toEqual([]);
  });

  test('upserts by id', async () => {
    const { tasks, stream, all } = await setUp();
    const upserted = tasks.upsertAsync('u', { $set: { text: 'x' } });
    expect(await upserted.stubPromise).toEqual({ numberAffected: 1, insertedId: 'u' });
    expect(all()).toEqual([{ _id: 'u', text: 'x' }]);
    expect(stream.take()[0]?.params).toEqual([
      { _id: 'u' },
      { $set: { text: 'x' } },
      { upsert: true, _returnObject: true },
    ]);
  });

  test('inside of a stub are part of its method', async () => {
    const { connection, stream, tasks, name: collection, all } = await setUp();
    await stream.receive(
      { msg: 'added', collection, id: 'a', fields: { done: false } },
      { msg: 'added', collection, id: 'b', fields: { done: false } },
    );
    let made: unknown;
    (connection as DDPConnection).methods({
      async finishAll() {
        await tasks.updateAsync({ done: false }, { $set: { done: true } }, { multi: true });
        made = await tasks.insertAsync({ text: 'log' });
      },
    });
    const called = connection.callAsync('finishAll');
    await called.stubPromise;
    expect(all().map(({ done }) => done)).toEqual([true, true, undefined]);
    const [frame, ...others] = stream.take();
    expect(others).toEqual([]);
    expect(frame).toMatchObject({ method: 'finishAll', randomSeed: expect.any(String) });
    expect(made).toMatch(/^\w{17}$/);
    await stream.receive(
      ...answer(frame?.id, { result: null }, [{ msg: 'changed', collection, id: 'a', fields: { done: true } }]),
    );
    expect(all()).toEqual([
      { _id: 'a', done: true },
      { _id: 'b', done: false },
    ]);
  });

  test.each([
    ['stub', { returnStubValue: true, returnServerResultPromise: false }],
    ['server', { returnStubValue: false, returnServerResultPromise: true }],
    [undefined, { returnStubValue: true, returnServerResultPromise: true }],
  ] as const)('resolverType %j says what promises are for', async (resolverType, expected) => {
    const { tasks, connection } = await setUp({ ...(resolverType && { resolverType }) });
    const calls: unknown[] = [];
    Object.assign(connection, {
      async applyAsync(_name: string, _args: unknown, options: unknown) {
        calls.push(options);
        return 1;
      },
    });
    await tasks.removeAsync('x');
    await tasks.removeAsync('x', { returnStubValue: false, returnServerResultPromise: true });
    expect(calls).toEqual([expected, { returnStubValue: false, returnServerResultPromise: true }]);
  });

  test('errors of the database in memory are told as the server would', async () => {
    const { tasks, stream, name: collection } = await setUp();
    await stream.receive({ msg: 'added', collection, id: 'a', fields: {} });
    const log = await captureLog(async () => {
      const inserted = tasks.insertAsync({ _id: 'a' });
      await expect(inserted.stubPromise).rejects.toThrow("Duplicate _id 'a'");
      await settle();
    });
    expect(log).toContain('Duplicate _id');
    expect(stream.take()).toHaveLength(1);
  });
});
