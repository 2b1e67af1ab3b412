import { Tracker } from '@bolide/meteor/tracker';
import { describe, expect, test } from 'vitest';
import { LocalCollection } from '../index.js';
import type { CursorOptions } from '../types.js';
import { CachingChangeObserver } from './caching-change-observer.js';
import { ObserveQueue } from './observe-queue.js';

interface Thing {
  _id: string;
  n?: number;
  tag?: unknown;
}

function filled(...ns: number[]): LocalCollection<Thing> {
  const collection = new LocalCollection<Thing>('things');
  for (const n of ns) collection.insert({ _id: `id${n}`, n });
  return collection;
}

/** Observes the fields of documents, and gives what was called since the last look. */
function watch(
  collection: LocalCollection<Thing>,
  selector: unknown,
  options: CursorOptions<Thing> = {},
  ordered = true,
) {
  let log: unknown[] = [];
  const record =
    (name: string) =>
    (...args: unknown[]) => {
      log.push([name, ...args]);
    };
  const handle = collection.find(selector, options).observeChanges({
    ...(ordered
      ? { addedBefore: record('addedBefore'), movedBefore: record('movedBefore') }
      : { added: record('added') }),
    changed: record('changed'),
    removed: record('removed'),
  });
  const take = () => {
    const taken = log;
    log = [];
    return taken;
  };
  return { handle, take };
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

describe('observeChanges', () => {
  test('without order: added, changed, removed', () => {
    const collection = filled(1, 2);
    const { handle, take } = watch(collection, { n: { $gt: 1 } }, {}, false);
    expect(take()).toEqual([['added', 'id2', { n: 2 }]]);
    collection.insert({ _id: 'x', n: 5, tag: { deep: 1 } });
    collection.update('x', { $set: { tag: 1 }, $unset: { gone: 1 } });
    collection.update('x', { $unset: { tag: 1 } });
    collection.update('id1', { $set: { n: 9 } });
    collection.update('id1', { $set: { n: 0 } });
    collection.remove('x');
    expect(take()).toEqual([
      ['added', 'x', { n: 5, tag: { deep: 1 } }],
      ['changed', 'x', { tag: 1 }],
      ['changed', 'x', { tag: undefined }],
      ['added', 'id1', { n: 9 }],
      ['removed', 'id1'],
      ['removed', 'x'],
    ]);
    handle.stop();
    collection.insert({ n: 7 });
    expect(take()).toEqual([]);
  });

  test('in order of insertion', () => {
    const collection = filled(1, 2);
    const { take } = watch(collection, {});
    expect(take()).toEqual([
      ['addedBefore', 'id1', { n: 1 }, null],
      ['addedBefore', 'id2', { n: 2 }, null],
    ]);
    collection.insert({ _id: 'id0', n: 0 });
    collection.update('id1', { $set: { n: 5 } });
    expect(take()).toEqual([
      ['addedBefore', 'id0', { n: 0 }, null],
      ['changed', 'id1', { n: 5 }],
    ]);
  });

  test('sorted: where documents are put and moved to', () => {
    const collection = filled(1, 3);
    const { take } = watch(collection, {}, { sort: { n: 1 } });
    take();
    collection.insert({ _id: 'id2', n: 2 });
    collection.insert({ _id: 'id4', n: 4 });
    collection.update('id1', { $set: { n: 2.5 } });
    collection.update('id4', { $set: { tag: 'stays' } });
    collection.update('id2', { $set: { n: 9 } });
    collection.update('id2', { $set: { n: -1 } });
    collection.remove('id3');
    expect(take()).toEqual([
      ['addedBefore', 'id2', { n: 2 }, 'id3'],
      ['addedBefore', 'id4', { n: 4 }, null],
      ['changed', 'id1', { n: 2.5 }],
      ['movedBefore', 'id1', 'id3'],
      ['changed', 'id4', { tag: 'stays' }],
      ['changed', 'id2', { n: 9 }],
      ['movedBefore', 'id2', null],
      ['changed', 'id2', { n: -1 }],
      ['movedBefore', 'id2', 'id1'],
      ['removed', 'id3'],
    ]);
  });

  test('a change among equals does not move', () => {
    const collection = new LocalCollection<Thing>();
    for (const _id of ['a', 'b', 'c']) collection.insert({ _id, n: 1 });
    const { take } = watch(collection, {}, { sort: { n: 1 } });
    take();
    collection.update('a', { $set: { tag: 1 } });
    expect(take()).toEqual([['changed', 'a', { tag: 1 }]]);
  });

  test('with skip and limit: documents come into the window and leave it', () => {
    const collection = filled(1, 2, 3, 4);
    const { take } = watch(collection, {}, { sort: { n: 1 }, skip: 1, limit: 2 });
    expect(take()).toEqual([
      ['addedBefore', 'id2', { n: 2 }, null],
      ['addedBefore', 'id3', { n: 3 }, null],
    ]);
    collection.insert({ _id: 'id0', n: 0 });
    expect(take()).toEqual([
      ['removed', 'id3'],
      ['addedBefore', 'id1', { n: 1 }, 'id2'],
    ]);
    collection.remove('id0');
    collection.update('id4', { $set: { tag: 'outside' } });
    collection.update('id3', { $set: { tag: 'inside' } });
    expect(take()).toEqual([
      ['removed', 'id1'],
      ['addedBefore', 'id3', { n: 3 }, null],
      ['changed', 'id3', { tag: 'inside' }],
    ]);
    collection.update({}, { $inc: { n: 10 } }, { multi: true });
    expect(take()).toEqual([
      ['changed', 'id2', { n: 12 }],
      ['changed', 'id3', { n: 13 }],
    ]);
  });

  test('through a projection', () => {
    const collection = filled(1);
    const { take } = watch(collection, {}, { projection: { tag: 1 } }, false);
    collection.update('id1', { $set: { n: 2 } });
    collection.update('id1', { $set: { tag: 1 } });
    expect(take()).toEqual([
      ['added', 'id1', {}],
      ['changed', 'id1', { tag: 1 }],
    ]);
  });

  test('near a point, by distance', () => {
    const places = new LocalCollection<Thing>();
    places.insert({ _id: 'middle', tag: [5, 5] });
    const { take } = watch(places, { tag: { $near: [0, 0], $maxDistance: 10 } });
    places.insert({ _id: 'near', tag: [1, 1] });
    places.update('near', { $set: { tag: [6, 6] } });
    places.update('near', { $set: { tag: [60, 6] } });
    expect(take()).toEqual([
      ['addedBefore', 'middle', { tag: [5, 5] }, null],
      ['addedBefore', 'near', { tag: [1, 1] }, 'middle'],
      ['changed', 'near', { tag: [6, 6] }],
      ['movedBefore', 'near', null],
      ['removed', 'near'],
    ]);
  });

  test('what callbacks do to their arguments changes nothing, unless they promised not to', () => {
    const collection = filled();
    collection.insert({ _id: 'x', tag: { deep: [1] } });
    collection.find().observeChanges({
      added(_id, fields) {
        (fields.tag as { deep: number[] }).deep.push(2);
      },
    });
    expect(collection.findOne('x')?.tag).toEqual({ deep: [1] });
    let shared: unknown;
    collection.find().observeChanges(
      {
        added(_id, fields) {
          shared = fields.tag;
        },
      },
      { nonMutatingCallbacks: true },
    );
    expect(shared).toBe(collection._docs.get('x')?.tag);
  });

  test('_suppress_initial leaves out what is there', () => {
    const collection = filled(1);
    const calls: unknown[] = [];
    collection.find().observeChanges({ added: (id) => calls.push(id), _suppress_initial: true });
    collection.insert({ _id: 'x' });
    expect(calls).toEqual(['x']);
  });

  test('not reactive: tells what is there, then nothing', () => {
    const collection = filled(1);
    const { take } = watch(collection, {}, { reactive: false }, false);
    collection.insert({ _id: 'x' });
    expect(take()).toEqual([['added', 'id1', { n: 1 }]]);
  });

  test('ends with the computation that it is in', () => {
    const collection = filled();
    const calls: unknown[] = [];
    const computation = Tracker.autorun(() => {
      collection.find().observeChanges({ added: (id) => calls.push(id) });
    });
    collection.insert({ _id: 'x' });
    computation.stop();
    collection.insert({ _id: 'y' });
    expect(calls).toEqual(['x']);
  });

  test('callbacks may write, and stop the observer', () => {
    const collection = filled(1);
    const calls: unknown[] = [];
    const handle = collection.find().observeChanges({
      added(id) {
        calls.push(id);
        if (id === 'x') collection.insert({ _id: 'nested' });
        if (id === 'nested') handle.stop();
      },
      changed: (id) => calls.push(id),
    });
    collection.find().observeChanges({
      added(id) {
        if (id === 'nested') collection.update('x', { $set: { n: 1 } });
      },
    });
    collection.insert({ _id: 'x' });
    collection.insert({ _id: 'late' });
    expect(calls).toEqual(['id1', 'x', 'nested']);
  });

  test('an error in a callback is printed and does not stop the others', async () => {
    const collection = filled();
    const calls: unknown[] = [];
    collection.find().observeChanges({
      added() {
        throw new Error('oops');
      },
    });
    collection.find().observeChanges({ added: (id) => calls.push(id) });
    const log = await captureLog(() => collection.insert({ _id: 'x' }));
    expect(log).toContain('Exception in queued task Error: oops');
    expect(calls).toEqual(['x']);
  });

  test('asynchronous callbacks are waited for by asynchronous writes', async () => {
    const collection = filled();
    const calls: unknown[] = [];
    const handle = await collection.find().observeChangesAsync({
      async added(id) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        calls.push(id);
      },
      removed: (id) => calls.push(`removed ${id}`),
    });
    expect(handle.isReady).toBe(true);
    await collection.insertAsync({ _id: 'x' });
    expect(calls).toEqual(['x']);
    void collection.insertAsync({ _id: 'y' });
    collection.remove('y');
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(calls).toEqual(['x', 'y', 'removed y']);
  });

  test('refuses callbacks that contradict each other, and what cannot be observed', () => {
    const cursor = filled().find();
    expect(() => cursor.observeChanges({ added() {}, addedBefore() {} })).toThrow(
      'only one of added() and addedBefore()',
    );
    expect(() =>
      filled()
        .find({}, { limit: 1 })
        .observeChanges({ added() {} }),
    ).toThrow('Must use an ordered observe');
    expect(() =>
      filled()
        .find({}, { projection: { _id: 0 } })
        .observeChanges({ added() {} }),
    ).toThrow('may not observe a cursor');
  });
});

describe('paused observers', () => {
  test('are told of the difference when they are resumed', () => {
    const collection = filled(1, 2, 3);
    const { take } = watch(collection, {}, { sort: { n: 1 } });
    take();
    collection.pauseObservers();
    collection.pauseObservers();
    collection.insert({ _id: 'id0', n: 0 });
    collection.remove('id0');
    collection.remove('id2');
    collection.update('id1', { $set: { n: 9 } });
    collection.insert({ _id: 'id5', n: 5 });
    expect(take()).toEqual([]);
    collection.resumeObservers();
    expect(take()).toEqual([
      ['removed', 'id2'],
      ['movedBefore', 'id3', 'id1'],
      ['addedBefore', 'id5', { n: 5 }, 'id1'],
      ['changed', 'id1', { n: 9 }],
    ]);
    collection.resumeObservers();
    expect(take()).toEqual([]);
  });

  test.each([[true], [false]])('after many changes as well (ordered: %j)', (ordered) => {
    const collection = filled(...Array.from({ length: 100 }, (_, index) => index));
    const { take } = watch(collection, { n: { $gte: 0 } }, ordered ? { sort: { n: -1 } } : {}, ordered);
    take();
    collection.pauseObservers();
    collection.update({}, { $inc: { n: 1 } }, { multi: true });
    collection.update({ n: { $lte: 98 } }, { $inc: { n: -1000 } }, { multi: true });
    collection.resumeObservers();
    const calls = take() as [string, string, { n: number }][];
    expect(calls.filter(([name]) => name === 'removed')).toHaveLength(98);
    expect(
      calls
        .filter(([name]) => name === 'changed')
        .map(([, id, { n }]) => [id, n])
        .sort(),
    ).toEqual([
      ['id98', 99],
      ['id99', 100],
    ]);
    expect(calls).toHaveLength(100);
    collection.insert({ _id: 'x', n: 1000 });
    expect(take()).toHaveLength(1);
  });

  test('with a window are right again', () => {
    const collection = filled(1, 2, 3);
    const { take } = watch(collection, {}, { sort: { n: 1 }, limit: 2 });
    take();
    collection.pauseObservers();
    collection.remove('id1');
    collection.remove('id2');
    collection.resumeObservers();
    expect(take()).toEqual([
      ['removed', 'id1'],
      ['removed', 'id2'],
      ['addedBefore', 'id3', { n: 3 }, null],
    ]);
  });

  test('that begin while paused are told of everything then', () => {
    const collection = filled(1);
    collection.pauseObservers();
    const { take } = watch(collection, {}, {}, false);
    expect(take()).toEqual([]);
    collection.insert({ _id: 'x', n: 7 });
    collection.resumeObservers();
    expect(take()).toEqual([
      ['added', 'id1', { n: 1 }],
      ['added', 'x', { n: 7 }],
    ]);
  });

  test('see that all was removed and partly came back as one change', () => {
    const collection = filled(1, 2);
    const { take } = watch(collection, {}, { sort: { n: 1 } });
    const unordered = watch(collection, {}, {}, false);
    take();
    unordered.take();
    collection.pauseObservers();
    expect(collection.remove({})).toBe(2);
    collection.insert({ _id: 'id2', n: 2 });
    collection.insert({ _id: 'id3', n: 3 });
    collection.resumeObservers();
    expect(take()).toEqual([
      ['removed', 'id1'],
      ['addedBefore', 'id3', { n: 3 }, null],
    ]);
    expect(unordered.take()).toEqual([
      ['added', 'id3', { n: 3 }],
      ['removed', 'id1'],
    ]);
  });
});

describe('observe', () => {
  test('without order gives whole documents', () => {
    const collection = filled(1);
    const calls: unknown[] = [];
    const handle = collection.find().observe({
      added: (document) => calls.push(['added', document]),
      changed: (document, old) => calls.push(['changed', document, old]),
      removed: (document) => calls.push(['removed', document]),
    });
    collection.update('id1', { $set: { n: 2, tag: { deep: 1 } } });
    collection.remove('id1');
    expect(calls).toEqual([
      ['added', { _id: 'id1', n: 1 }],
      ['changed', { _id: 'id1', n: 2, tag: { deep: 1 } }, { _id: 'id1', n: 1 }],
      ['removed', { _id: 'id1', n: 2, tag: { deep: 1 } }],
    ]);
    handle.stop();
  });

  test('in order gives positions', () => {
    const collection = filled(1, 3);
    const calls: unknown[] = [];
    collection.find({}, { sort: { n: 1 } }).observe({
      addedAt: ({ _id }, index, before) => calls.push(['addedAt', _id, index, before]),
      changedAt: ({ n }, old, index) => calls.push(['changedAt', n, old.n, index]),
      movedTo: ({ _id }, from, to, before) => calls.push(['movedTo', _id, from, to, before]),
      removedAt: ({ _id }, index) => calls.push(['removedAt', _id, index]),
    });
    collection.insert({ _id: 'id2', n: 2 });
    collection.update('id1', { $set: { n: 9 } });
    collection.update('id1', { $set: { n: 0 } });
    collection.remove('id2');
    expect(calls).toEqual([
      ['addedAt', 'id1', 0, null],
      ['addedAt', 'id3', 1, null],
      ['addedAt', 'id2', 1, 'id3'],
      ['changedAt', 9, 1, 0],
      ['movedTo', 'id1', 0, 2, null],
      ['changedAt', 0, 9, 2],
      ['movedTo', 'id1', 2, 0, 'id2'],
      ['removedAt', 'id2', 1],
    ]);
  });

  test('can do without indexes, and without what is there', () => {
    const collection = filled(1);
    const calls: unknown[] = [];
    collection.find().observe({
      addedAt: ({ _id }, index) => calls.push([_id, index]),
      removedAt: ({ _id }, index) => calls.push([_id, index]),
      _no_indices: true,
      _suppress_initial: true,
    });
    collection.insert({ _id: 'x' });
    collection.remove('id1');
    expect(calls).toEqual([
      ['x', -1],
      ['id1', -1],
    ]);
  });

  test('mixes callbacks with and without positions', () => {
    const collection = filled();
    const calls: unknown[] = [];
    collection.find({}, { sort: { n: 1 } }).observe({
      added: ({ _id }) => calls.push(_id),
      movedTo: ({ _id }, from, to) => calls.push([_id, from, to]),
    });
    collection.insert({ _id: 'a', n: 1 });
    collection.insert({ _id: 'b', n: 0 });
    collection.update('b', { $set: { n: 5 } });
    expect(calls).toEqual(['a', 'b', ['b', 0, 1]]);
  });

  test('goes through the transform, and gives copies', () => {
    const collection = filled();
    const seen: unknown[] = [];
    const transform = (document: Thing) => ({ ...document, transformed: true });
    collection.find({}, { transform }).observe({
      added: (document) => seen.push(document),
      changed(document) {
        seen.push(document);
        ((document.tag as { deep: number[] }).deep as number[]).push(9);
      },
      removed: (document) => seen.push(document),
    });
    collection.insert({ _id: 'x' });
    collection.update('x', { $set: { tag: { deep: [1] } } });
    seen.length = 0;
    collection.remove('x');
    expect(seen).toEqual([{ _id: 'x', tag: { deep: [1] }, transformed: true }]);
  });

  test('waits for asynchronous callbacks', async () => {
    const collection = filled(1);
    const calls: unknown[] = [];
    const handle = await collection.find().observeAsync({
      async added({ _id }) {
        await Promise.resolve();
        calls.push(_id);
      },
    });
    await collection.insertAsync({ _id: 'x' });
    expect(calls).toEqual(['id1', 'x']);
    handle.stop();
  });

  test('refuses two ways of the same', () => {
    expect(() =>
      filled()
        .find()
        .observe({ added() {}, addedAt() {} }),
    ).toThrow('only one of added() and addedAt()');
    expect(() =>
      filled()
        .find()
        .observe({ changed() {}, changedAt() {} }),
    ).toThrow('only one of changed() and changedAt()');
    expect(() =>
      filled()
        .find()
        .observe({ removed() {}, removedAt() {} }),
    ).toThrow('only one of removed() and removedAt()');
  });
});

describe('CachingChangeObserver', () => {
  test('keeps the present result', () => {
    const collection = filled(1);
    const observer = new CachingChangeObserver({ ordered: false });
    collection.find().observeChanges(observer.applyChange as never);
    collection.update('id1', { $set: { n: 5 } });
    expect(observer.docs.get('id1')).toEqual({ _id: 'id1', n: 5 });
    collection.remove('id1');
    expect(observer.docs.size()).toBe(0);
    expect(() => observer.applyChange.changed?.('id1', {})).toThrow('Unknown id for changed');
  });

  test('needs to know whether there is an order', () => {
    expect(() => new CachingChangeObserver()).toThrow('must provide ordered or callbacks');
    expect(() => new CachingChangeObserver({ ordered: true, callbacks: { added() {} } })).toThrow(
      "doesn't match callbacks",
    );
  });
});

describe('ObserveQueue', () => {
  test('of a client does not wait', () => {
    const queue = new ObserveQueue(false);
    const calls: number[] = [];
    queue.queueTask(async () => {
      calls.push(1);
      queue.queueTask(() => calls.push(3));
      expect(queue.drain()).toBeUndefined();
    });
    queue.queueTask(() => calls.push(2));
    expect(queue.drain()).toBeUndefined();
    expect(calls).toEqual([1, 2, 3]);
  });

  test('of a server waits for promises, also for rejected ones', async () => {
    const queue = new ObserveQueue(true);
    const calls: number[] = [];
    const log = await captureLog(async () => {
      queue.queueTask(async () => {
        await Promise.resolve();
        calls.push(1);
        throw new Error('oops');
      });
      queue.queueTask(() => calls.push(2));
      const drained = queue.drain();
      expect(calls).toEqual([]);
      await drained;
    });
    expect(calls).toEqual([1, 2]);
    expect(log).toContain('oops');
  });
});

describe('publishing', () => {
  /** Records what a subscription is told. */
  function createSubscription() {
    const calls: unknown[] = [];
    const stops: (() => void)[] = [];
    const record =
      (name: string) =>
      (...args: unknown[]) => {
        calls.push([name, ...args]);
      };
    const subscription = {
      added: record('added'),
      changed: record('changed'),
      removed: record('removed'),
      onStop: (stop: () => void) => stops.push(stop),
    };
    return { calls, stops, subscription: subscription as never };
  }

  test('sends documents and their changes until the subscription ends', async () => {
    const collection = filled(1);
    const { calls, stops, subscription } = createSubscription();
    const cursor = collection.find();
    await cursor._publishCursor(subscription);
    expect(cursor._getCollectionName()).toBe('things');
    collection.update('id1', { $set: { n: 2 } });
    collection.remove('id1');
    for (const stop of stops) stop();
    collection.insert({ _id: 'x' });
    expect(calls).toEqual([
      ['added', 'things', 'id1', { n: 1 }],
      ['changed', 'things', 'id1', { n: 2 }],
      ['removed', 'things', 'id1'],
    ]);
  });

  test('needs a name', () => {
    expect(() => new LocalCollection().find()._publishCursor(createSubscription().subscription)).toThrow(
      'from a collection without a name',
    );
  });
});
