import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerMongo } from '../test-support/fake-server.js';
import { startTestDatabase, type TestDatabase } from '../test-support/test-database.js';
import type { Collection, MongoStatic } from '../types.js';
import type { ReactivityName } from './reactivity-order.js';

/** Waits until something is so. */
async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 500 && !condition(); attempt++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
}

describe.each<[ReactivityName]>([['changeStreams'], ['polling']])('observing by %s', (name) => {
  let db: TestDatabase;
  let Mongo: Omit<MongoStatic, 'setConnectionOptions'>;
  let count = 0;
  const create = (): Collection => new Mongo.Collection(`things-${name}-${count++}`);

  beforeAll(async () => {
    db = await startTestDatabase([name]);
    ({ Mongo } = createServerMongo(db.driver));
  });
  afterAll(() => db?.stop());

  test('tells of what is there, and of what changes', async () => {
    const things = create();
    await things.insertAsync({ _id: 'a', n: 1 });
    const log: unknown[] = [];
    const handle = await things.find({ n: { $gt: 0 } }).observeChangesAsync({
      added: (id, fields) => log.push(['added', id, fields]),
      changed: (id, fields) => log.push(['changed', id, fields]),
      removed: (id) => log.push(['removed', id]),
    });
    expect(log.splice(0)).toEqual([['added', 'a', { n: 1 }]]);
    await things.insertAsync({ _id: 'b', n: 2, x: { y: 1 } });
    await until(() => log.length === 1);
    await things.updateAsync('b', { $set: { 'x.y': 2 }, $unset: { n: 1 } });
    await until(() => log.length === 2);
    await things.updateAsync('a', { $set: { n: 5 }, $unset: { z: 1 } });
    await until(() => log.length === 3);
    await things.removeAsync('a');
    await until(() => log.length === 4);
    expect(log).toEqual([
      ['added', 'b', { n: 2, x: { y: 1 } }],
      ['removed', 'b'],
      ['changed', 'a', { n: 5 }],
      ['removed', 'a'],
    ]);
    handle.stop();
    await things.insertAsync({ _id: 'c', n: 2 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(log).toHaveLength(4);
    expect(db.driver.reactivity.observedQueries).toBe(0);
  });

  test('gives whole documents to observe', async () => {
    const things = create();
    const log: unknown[] = [];
    const handle = await things.find({}, { fields: { n: 1 } }).observeAsync({
      added: (document) => log.push(['added', document]),
      changed: (after, before) => log.push(['changed', after, before]),
      removed: (document) => log.push(['removed', document]),
    });
    await things.insertAsync({ _id: 'a', n: 1, other: 1 });
    await until(() => log.length === 1);
    await things.updateAsync('a', { $set: { n: 2, other: 2 } });
    await until(() => log.length === 2);
    await things.updateAsync('a', { $set: { other: 3 } });
    await things.removeAsync('a');
    await until(() => log.length === 3);
    expect(log).toEqual([
      ['added', { _id: 'a', n: 1 }],
      ['changed', { _id: 'a', n: 2 }, { _id: 'a', n: 1 }],
      ['removed', { _id: 'a', n: 2 }],
    ]);
    handle.stop();
  });

  test('keeps order, skip and limit right', async () => {
    const things = create();
    for (let n = 0; n < 200; n++) await things.insertAsync({ _id: `id${n}`, n });
    const list: string[] = [];
    const handle = await things.find({}, { sort: { n: 1 }, skip: 2, limit: 3 }).observeChangesAsync({
      addedBefore: (id, _fields, before) =>
        list.splice(before ? list.indexOf(String(before)) : list.length, 0, String(id)),
      movedBefore: (id, before) => {
        list.splice(list.indexOf(String(id)), 1);
        list.splice(before ? list.indexOf(String(before)) : list.length, 0, String(id));
      },
      removed: (id) => list.splice(list.indexOf(String(id)), 1),
    });
    expect(list).toEqual(['id2', 'id3', 'id4']);
    await things.removeAsync('id0');
    await until(() => list.join() === 'id3,id4,id5');
    await things.updateAsync('id5', { $set: { n: 2.5 } });
    await until(() => list.join() === 'id5,id3,id4');
    await things.insertAsync({ _id: 'new', n: -1 });
    await until(() => list.join() === 'id2,id5,id3');
    // More than it knows beforehand.
    await things.removeAsync({ n: { $lt: 150 } });
    await until(() => list.join() === 'id152,id153,id154');
    await things.removeAsync({ n: { $lt: 199 } });
    await until(() => list.length === 0);
    await things.insertAsync({ _id: 'last', n: 300 });
    await things.insertAsync({ _id: 'very last', n: 301 });
    await until(() => list.join() === 'very last');
    handle.stop();
  });

  test('identical queries share one driver, and late observers get the results', async () => {
    const things = create();
    await things.insertAsync({ _id: 'a' });
    const observe = async () => {
      const ids: unknown[] = [];
      const handle = await things.find({ _id: { $ne: 'x' } }).observeChangesAsync({ added: (id) => ids.push(id) });
      return { ids, handle };
    };
    const first = await observe();
    const second = await observe();
    expect(db.driver.reactivity.observedQueries).toBe(1);
    expect(second.ids).toEqual(['a']);
    await things.insertAsync({ _id: 'b' });
    await until(() => first.ids.length === 2 && second.ids.length === 2);
    first.handle.stop();
    expect(db.driver.reactivity.observedQueries).toBe(1);
    second.handle.stop();
    expect(db.driver.reactivity.observedQueries).toBe(0);
  });

  test('errors of a query come to those who observe', async () => {
    const things = create();
    await things.insertAsync({ a: 1 });
    await expect(things.find({ a: { $foo: 1 } }).observeChangesAsync({ added() {} })).rejects.toThrow('$foo');
    await expect(things.find({}, { fields: { _id: 0 } }).observeChangesAsync({ added() {} })).rejects.toThrow('_id: 0');
    expect(db.driver.reactivity.observedQueries).toBe(0);
  });
});
