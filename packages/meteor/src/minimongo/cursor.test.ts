import { Tracker } from '@bolide/meteor/tracker';
import { describe, expect, test } from 'vitest';
import { LocalCollection } from './index.js';
import type { CursorOptions } from './types.js';

interface Thing {
  _id: string;
  n: number;
  tag?: string;
}

function filled(): LocalCollection<Thing> {
  const collection = new LocalCollection<Thing>('things');
  for (const n of [1, 2, 3]) collection.insert({ _id: `id${n}`, n });
  return collection;
}

describe('reading', () => {
  test('gives copies, each time anew', () => {
    const collection = filled();
    const cursor = collection.find({ n: { $gt: 1 } });
    (cursor.fetch()[0] as Thing).n = 99;
    expect(cursor.fetch().map(({ n }) => n)).toEqual([2, 3]);
    collection.insert({ _id: 'id4', n: 4 });
    expect(cursor.count()).toBe(3);
  });

  test('forEach and map pass index, cursor and this', () => {
    const cursor = filled().find();
    const seen: unknown[] = [];
    cursor.forEach(function (this: unknown, { n }, index, passed) {
      seen.push([n, index, passed === cursor, this]);
    }, 'self');
    expect(seen).toEqual([
      [1, 0, true, 'self'],
      [2, 1, true, 'self'],
      [3, 2, true, 'self'],
    ]);
    expect(cursor.map(({ n }, index) => n * index)).toEqual([0, 2, 6]);
  });

  test('asynchronously, one after another', async () => {
    const cursor = filled().find();
    const seen: number[] = [];
    await cursor.forEachAsync(async ({ n }) => {
      await new Promise((resolve) => setTimeout(resolve, 4 - n));
      seen.push(n);
    });
    expect(seen).toEqual([1, 2, 3]);
    expect(await cursor.mapAsync(async ({ n }) => n * 2)).toEqual([2, 4, 6]);
    expect(await cursor.fetchAsync()).toHaveLength(3);
    expect(await cursor.countAsync()).toBe(3);
  });

  test('by for and for await', async () => {
    const cursor = filled().find({}, { sort: { n: -1 } });
    expect([...cursor].map(({ n }) => n)).toEqual([3, 2, 1]);
    const seen: number[] = [];
    for await (const { n } of cursor) seen.push(n);
    expect(seen).toEqual([3, 2, 1]);
  });

  test('through a transform', () => {
    const collection = filled();
    const transform = ({ n }: Thing) => ({ double: n * 2 });
    const cursor = collection.find({}, { transform });
    expect(cursor.fetch()[0]).toEqual({ _id: 'id1', double: 2 } as never);
    expect(cursor.getTransform()).toBeTypeOf('function');
    const refused = (bad: (document: Thing) => unknown) => () => collection.find({}, { transform: bad }).fetch();
    expect(refused(() => 5)).toThrow('transform must return object');
    expect(refused(() => ({ _id: 'other' }))).toThrow("can't have different _id");
    expect(() => collection.find({}, { projection: { _id: 0 }, transform }).fetch()).toThrow(
      'can only transform documents with _id',
    );
  });

  test('takes `fields` for `projection`', () => {
    expect(
      filled()
        .find({}, { fields: { n: 1, _id: 0 } })
        .fetch()[0],
    ).toEqual({ n: 1 } as never);
    expect(filled().findOne('id1', { projection: { n: 0 } })).toEqual({ _id: 'id1' } as never);
  });

  test('sorts by distance from $near', () => {
    const places = new LocalCollection<{ _id: string; p: number[] }>();
    for (const [_id, p] of Object.entries({ far: [9, 9], near: [1, 1], middle: [5, 5] })) places.insert({ _id, p });
    const ids = (options?: CursorOptions<never>) =>
      places.find({ p: { $near: [0, 0], $maxDistance: 10 } }, options as never).map(({ _id }) => _id);
    expect(ids()).toEqual(['near', 'middle']);
    expect(ids({ sort: { _id: 1 } })).toEqual(['middle', 'near']);
    expect(ids({ limit: 1 })).toEqual(['near']);
  });
});

/** Runs `read` in a computation, and gives how often it has run. */
function countRuns(read: () => unknown): { runs(): number; values: unknown[]; stop(): void } {
  const values: unknown[] = [];
  const computation = Tracker.autorun(() => {
    values.push(read());
  });
  return {
    values,
    runs: () => {
      Tracker.flush();
      return values.length;
    },
    stop: () => computation.stop(),
  };
}

describe('reactivity', () => {
  test('a computation runs again when what it has read changes, and only then', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.find({ n: { $gt: 1 } }).fetch().length);
    collection.insert({ _id: 'id0', n: 0 });
    collection.update('id1', { $set: { tag: 'x' } });
    expect(tracked.runs()).toBe(1);
    collection.insert({ _id: 'id4', n: 4 });
    expect(tracked.runs()).toBe(2);
    collection.update('id4', { $set: { tag: 'x' } });
    expect(tracked.runs()).toBe(3);
    collection.update('id4', { $set: { tag: 'x' } });
    expect(tracked.runs()).toBe(3);
    collection.remove('id4');
    expect(tracked.runs()).toBe(4);
    tracked.stop();
    collection.insert({ _id: 'id5', n: 5 });
    expect(tracked.runs()).toBe(4);
    expect(Object.keys(collection.queries)).toEqual([]);
  });

  test('count does not depend on what documents are like', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.find().count());
    collection.update('id1', { $set: { tag: 'x' } });
    expect(tracked.runs()).toBe(1);
    collection.insert({ n: 9 });
    expect(tracked.values).toHaveLength(1);
    expect(tracked.runs()).toBe(2);
    tracked.stop();
  });

  test('count with a limit follows the documents', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.find({}, { limit: 2, skip: 2 }).count());
    collection.insert({ n: 9 });
    collection.update('id1', { $set: { tag: 'x' } });
    tracked.runs();
    expect(tracked.values.at(-1)).toBe(2);
    tracked.stop();
  });

  test('findOne by id depends on one document', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.findOne('id2')?.n);
    const other = countRuns(() => collection.findOne('later')?.n);
    collection.update('id1', { $inc: { n: 1 } });
    collection.insert({ _id: 'new', n: 1 });
    expect([tracked.runs(), other.runs()]).toEqual([1, 1]);
    collection.update('id2', { $inc: { n: 1 } });
    collection.insert({ _id: 'later', n: 7 });
    expect([tracked.runs(), other.runs()]).toEqual([2, 2]);
    collection.remove('id2');
    expect(tracked.runs()).toBe(3);
    expect([tracked.values, other.values]).toEqual([
      [2, 3, undefined],
      [undefined, 7],
    ]);
    tracked.stop();
    other.stop();
  });

  test('findOne depends on the document that it finds', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.findOne({}, { sort: { n: -1 } })?.n);
    collection.insert({ n: 0 });
    collection.update('id1', { $set: { tag: 'x' } });
    expect(tracked.runs()).toBe(1);
    collection.insert({ n: 9 });
    expect(tracked.runs()).toBe(2);
    expect(tracked.values).toEqual([3, 9]);
    tracked.stop();
  });

  test('what is left out by a projection is not depended on', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.find({}, { projection: { n: 1 } }).fetch());
    collection.update('id1', { $set: { tag: 'x' } });
    expect(tracked.runs()).toBe(1);
    collection.update('id1', { $set: { n: 10 } });
    expect(tracked.runs()).toBe(2);
    tracked.stop();
  });

  test('the order is depended on', () => {
    const collection = filled();
    const tracked = countRuns(() =>
      collection.find({}, { sort: { n: 1 }, projection: { tag: 1 } }).map(({ _id }) => _id),
    );
    collection.update('id1', { $set: { n: 2.5 } });
    expect(tracked.runs()).toBe(2);
    expect(tracked.values.at(-1)).toEqual(['id2', 'id1', 'id3']);
    tracked.stop();
  });

  test('reactive: false depends on nothing', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.find({}, { reactive: false }).fetch());
    collection.insert({ n: 9 });
    expect(tracked.runs()).toBe(1);
    tracked.stop();
  });

  test('while observers are paused nobody is told', () => {
    const collection = filled();
    const tracked = countRuns(() => collection.find().fetch());
    collection.pauseObservers();
    collection.update('id1', { $inc: { n: 1 } });
    expect(tracked.runs()).toBe(1);
    collection.update('id1', { $inc: { n: -1 } });
    collection.resumeObservers();
    expect(tracked.runs()).toBe(1);
    collection.pauseObservers();
    collection.update('id1', { $inc: { n: 1 } });
    collection.resumeObservers();
    expect(tracked.runs()).toBe(2);
    tracked.stop();
  });
});
