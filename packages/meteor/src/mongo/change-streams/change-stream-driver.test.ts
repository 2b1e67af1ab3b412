import type { Document } from '@bolide/meteor/minimongo';
import { describe, expect, test } from 'vitest';
import { FakeDatabase } from '../test-support/fake-database.js';
import { settle } from '../test-support/fake-stream.js';
import { RecordingSink } from '../test-support/recording-sink.js';
import { ChangeStreamDriver } from './change-stream-driver.js';

function setUp() {
  const database = new FakeDatabase();
  const driver = new ChangeStreamDriver(database);
  const observe = async (selector: unknown, options: Document = {}, ordered = false) => {
    const sink = new RecordingSink(ordered);
    const handle = await driver.observe({ collectionName: 'fake', selector, options }, sink);
    return { sink, handle };
  };
  return { database, driver, observe };
}

async function until(condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 500 && !condition(); attempt++)
    await new Promise((resolve) => setTimeout(resolve, 5));
  expect(condition()).toBe(true);
}

describe('the change stream driver', () => {
  test.each<[string, unknown, Document, boolean, boolean]>([
    ['everything', {}, {}, false, true],
    ['an order', {}, { sort: { a: 1 } }, true, true],
    ['a window with an order', {}, { sort: { a: 1 }, limit: 1, skip: 2 }, false, true],
    ['a window without one', {}, { limit: 1 }, false, false],
    ['$where', { $where: 'true' }, {}, false, false],
    ['$near', { at: { $near: [0, 0] } }, {}, false, false],
    ['an unknown operator', { a: { $unknown: 1 } }, {}, false, false],
    ['a collation', {}, { collation: { locale: 'de' } }, false, false],
    ['disableOplog', {}, { disableOplog: true }, false, false],
    ['an operator in a projection', {}, { projection: { a: { $slice: 1 } } }, false, false],
  ])('%s: whether it can do that', (_name, selector, options, ordered, supported) => {
    const { driver } = setUp();
    expect(driver.supports({ collectionName: 'fake', selector, options }, ordered)).toBe(supported);
  });

  test('has one stream for all queries of a collection', async () => {
    const { database, driver, observe } = setUp();
    const handles = await Promise.all([observe({ a: 1 }), observe({ a: 2 }), observe('x'), observe({ a: { $gt: 1 } })]);
    await settle();
    expect(database.streams).toHaveLength(1);
    expect(driver.openStreams).toBe(1);
    database.put({ _id: 'x', a: 2 });
    await settle();
    expect(handles.map(({ sink }) => sink.ids)).toEqual([[], ['x'], ['x'], ['x']]);
    for (const { handle } of handles) handle.stop();
    driver.close();
    expect(database.stream.isClosed).toBe(true);
  });

  test('loses nothing that happens while the query runs, and tells of nothing twice', async () => {
    const { database, driver, observe } = setUp();
    database.documents.insert({ _id: 'a', n: 1 });
    database.beforeAnswer = async () => {
      database.beforeAnswer = undefined;
      await settle();
      database.put({ _id: 'b', n: 1 });
      database.put({ _id: 'a', n: 2 });
      await settle();
    };
    const { sink } = await observe({});
    await settle();
    expect(sink.documents).toEqual([
      { _id: 'a', n: 2 },
      { _id: 'b', n: 1 },
    ]);
    database.put({ _id: 'a', n: 2 });
    await settle();
    expect(sink.log.filter(([, id]) => id === 'b')).toHaveLength(1);
    driver.close();
  });

  test('begins the stream at a time before the query', async () => {
    const { database, driver, observe } = setUp();
    database.time = 41;
    await observe({});
    await settle();
    expect(database.stream.options).toMatchObject({
      startAtOperationTime: { t: 0, i: 41 },
      fullDocument: 'updateLookup',
    });
    driver.close();
  });

  test('goes on after a lost connection where it was', async () => {
    const { database, driver, observe } = setUp();
    const { sink } = await observe({});
    await settle();
    database.put({ _id: 'a' });
    await settle();
    database.stream.fail(new Error('connection lost'));
    database.holdsEvents = true;
    database.put({ _id: 'b' });
    await until(() => database.streams.length === 2);
    expect(database.stream.options.resumeAfter).toEqual({ _data: 'token 2' });
    expect(database.queries).toHaveLength(1);
    database.release();
    await settle();
    expect(sink.ids).toEqual(['a', 'b']);
    driver.close();
  });

  test.each([286, 280, 10334])('reads everything again when it cannot go on there: code %i', async (code) => {
    const { database, driver, observe } = setUp();
    const { sink } = await observe({});
    await settle();
    database.put({ _id: 'a' });
    database.put({ _id: 'b' });
    await settle();
    database.holdsEvents = true;
    database.remove('a');
    database.put({ _id: 'c' });
    database.stream.fail(Object.assign(new Error('lost'), { code }));
    await until(() => database.streams.length === 2);
    await settle();
    expect(database.stream.options.startAtOperationTime).toEqual({ t: 0, i: database.time });
    expect(sink.ids).toEqual(['b', 'c']);
    driver.close();
  });

  test('reads everything again when the collection is dropped', async () => {
    const { database, driver, observe } = setUp();
    const { sink } = await observe({});
    await settle();
    database.put({ _id: 'a' });
    await settle();
    database.documents.remove({});
    database.stream.push({ _id: { _data: 'end' }, operationType: 'invalidate' });
    await until(() => sink.ids.length === 0);
    expect(database.stream.options.startAfter).toEqual({ _data: 'end' });
    driver.close();
  });

  test('polls when the database has no change streams', async () => {
    const { database, driver, observe } = setUp();
    database.hasLog = false;
    database.documents.insert({ _id: 'a' });
    const { sink, handle } = await observe({}, { pollingIntervalMs: 20 });
    expect(sink.ids).toEqual(['a']);
    database.documents.insert({ _id: 'b' });
    await until(() => sink.ids.length === 2);
    expect(driver.supports({ collectionName: 'fake', selector: {}, options: {} }, false)).toBe(false);
    handle.stop();
  });

  test('goes on polling when change streams are refused later', async () => {
    const { database, observe } = setUp();
    database.documents.insert({ _id: 'a' });
    const { sink, handle } = await observe({}, { pollingIntervalMs: 20 });
    await settle();
    database.stream.fail(Object.assign(new Error('not authorized'), { code: 13 }));
    database.documents.insert({ _id: 'b' });
    await until(() => sink.ids.length === 2);
    expect(sink.log.filter(([, id]) => id === 'a')).toHaveLength(1);
    handle.stop();
  });

  test('says when everything until a time has been told', async () => {
    const { database, driver, observe } = setUp();
    const { sink } = await observe({});
    await settle();
    database.holdsEvents = true;
    database.put({ _id: 'a' });
    let isTold = false;
    const told = driver.told('fake', { t: 0, i: database.time }).then(() => {
      isTold = true;
      expect(sink.ids).toEqual(['a']);
    });
    await settle();
    expect(isTold).toBe(false);
    database.release();
    await told;
    // Without a change a token says it.
    const later = driver.told('fake', { t: 0, i: 99 });
    database.stream.token({ _data: '820000000000000064' });
    await later;
    driver.close();
  });

  test('an error of the first query comes out, and nothing stays behind', async () => {
    const { database, driver, observe } = setUp();
    database.beforeAnswer = async () => {
      throw new Error('bad query');
    };
    await expect(observe({})).rejects.toThrow('bad query');
    expect(driver.isObserving('fake')).toBe(false);
    driver.close();
  });
});

describe('a window of an ordered query', () => {
  const SEED = 12_345;

  test.each([
    { skip: 0, limit: 5, ordered: true },
    { skip: 3, limit: 5, ordered: true },
    { skip: 2, limit: 4, ordered: false },
    { skip: 0, limit: 0, ordered: true },
  ])('is right after any change: %j', async ({ skip, limit, ordered }) => {
    const { database, driver, observe } = setUp();
    let state = SEED;
    const random = (n: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state % n;
    };
    // No two have the same rank, so that there is one right order.
    const put = (n: number) => database.put({ _id: `id${n}`, rank: random(100_000) * 1000 + n, on: random(4) > 0 });
    for (let n = 0; n < 150; n++) put(n);
    const options = { sort: { rank: 1 }, ...(skip && { skip }), ...(limit && { limit }), projection: { on: 0 } };
    const { sink } = await observe({ on: true }, options, ordered);
    const expected = () => database.documents.find({ on: true }, options as never).fetch();
    for (let step = 0; step < 400; step++) {
      // More go than come, until few are left: the spare documents are used up several times.
      const n = random(150);
      if (random(3) === 0) put(n);
      else if (database.documents.find(`id${n}`).count() > 0) database.remove(`id${n}`);
      await settle();
      const right = expected();
      if (ordered) expect(sink.documents).toEqual(right);
      else expect([...sink.ids].sort()).toEqual(right.map(({ _id }) => _id).sort());
    }
    driver.close();
  });

  test('is only read again when the spare documents are used up', async () => {
    const { database, driver, observe } = setUp();
    for (let n = 0; n < 300; n++) database.documents.insert({ _id: `id${n}`, rank: n });
    const { sink } = await observe({}, { sort: { rank: 1 }, limit: 10 }, true);
    await settle();
    for (let n = 0; n < 50; n++) database.remove(`id${n}`);
    await settle();
    expect(database.queries).toHaveLength(1);
    expect(sink.ids[0]).toBe('id50');
    database.remove('id50');
    await settle();
    expect(database.queries).toHaveLength(2);
    expect(sink.ids).toEqual(Array.from({ length: 10 }, (_, n) => `id${51 + n}`));
    driver.close();
  });
});
