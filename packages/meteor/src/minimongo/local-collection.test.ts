import { MongoID } from '@bolide/meteor/mongo-id';
import { describe, expect, test } from 'vitest';
import { LocalCollection } from './index.js';

interface Thing {
  _id: string;
  a?: number;
  b?: unknown;
}

function filled(...documents: object[]): LocalCollection<Thing> {
  const collection = new LocalCollection<Thing>('things');
  for (const document of documents) collection.insert(document);
  return collection;
}

const all = (collection: LocalCollection<Thing>) => collection.find().fetch();
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('insert', () => {
  test('keeps a copy, and gives the id', () => {
    const collection = filled();
    const given = { a: 1, b: { deep: [1] } };
    const id = collection.insert(given);
    given.b.deep.push(2);
    expect(id).toMatch(/^[a-zA-Z0-9]{17}$/);
    expect('_id' in given).toBe(false);
    expect(all(collection)).toEqual([{ _id: id, a: 1, b: { deep: [1] } }]);
  });

  test('takes ids of any kind, once', () => {
    const oid = new MongoID.ObjectID();
    const collection = filled({ _id: 'x' }, { _id: 1 }, { _id: '1' }, { _id: oid });
    expect(collection.find().count()).toBe(4);
    for (const _id of ['x', 1, '1', oid.clone()]) {
      expect(() => collection.insert({ _id })).toThrow(/Duplicate _id/);
      expect(collection.findOne({ _id })).toEqual({ _id } as never);
    }
  });

  test('makes ObjectIDs when told', () => {
    LocalCollection._useOID = true;
    try {
      expect(filled().insert({})).toBeInstanceOf(MongoID.ObjectID);
    } finally {
      LocalCollection._useOID = false;
    }
  });

  test.each([['$a'], ['a.b'], ['a\0'], ['__proto__']])('refuses the field %j', (name) => {
    const field = Object.fromEntries([[name, 1]]);
    expect(() => filled().insert(field)).toThrow('must not');
    expect(() => filled().insert({ deep: [{ er: field }] })).toThrow('must not');
  });

  test.each([[5], [null], [undefined], [[]], ['text']])('refuses %j for a document', (document) => {
    expect(() => filled().insert(document)).toThrow('A document must be an object');
    expect(() => filled().update({}, document)).toThrow('Modifier must be an object');
  });

  test('calls back later', async () => {
    const calls: unknown[] = [];
    filled().insert({ _id: 'x' }, (...args) => calls.push(args));
    expect(calls).toEqual([]);
    await soon();
    expect(calls).toEqual([[null, 'x']]);
  });
});

describe('find', () => {
  const collection = filled({ _id: 'x', a: 1 }, { _id: 'y', a: 2 }, { _id: 'z', a: 3 });

  test('without a selector gives all, with a falsy one none', () => {
    expect(collection.find().count()).toBe(3);
    expect(collection.find(undefined).count()).toBe(0);
    expect(collection.findOne()?._id).toBe('x');
    expect(collection.findOne(undefined)).toBeUndefined();
    expect(collection.findOne('nothing')).toBeUndefined();
  });

  test('by id, by ids, and by id with more', () => {
    expect(collection.findOne('y')).toEqual({ _id: 'y', a: 2 });
    expect(collection.findOne({ _id: 'y', a: 1 })).toBeUndefined();
    expect(collection.find({ _id: { $in: ['z', 'x'] } }).map(({ _id }) => _id)).toEqual(['x', 'z']);
    expect(collection.find('y', { skip: 1 }).fetch()).toEqual([]);
  });

  test('sorts, skips and limits', () => {
    const ids = (options: object) => collection.find({}, options).map(({ _id }) => _id);
    expect(ids({ sort: { a: -1 } })).toEqual(['z', 'y', 'x']);
    expect(ids({ sort: { a: -1 }, skip: 1 })).toEqual(['y', 'x']);
    expect(ids({ sort: { a: -1 }, limit: 1 })).toEqual(['z']);
    expect(ids({ sort: { a: -1 }, skip: 1, limit: 1 })).toEqual(['y']);
    expect(ids({ limit: 2 })).toEqual(['x', 'y']);
    expect(ids({ skip: 2, limit: 5 })).toEqual(['z']);
    expect(ids({ limit: 0 })).toEqual(['x', 'y', 'z']);
    expect(collection.find({}, { skip: 1, limit: 1 }).count()).toBe(1);
    expect(collection.findOne({}, { sort: { a: -1 }, skip: 1 })?._id).toBe('y');
  });

  test('asynchronously', async () => {
    expect(await collection.findOneAsync('x')).toEqual({ _id: 'x', a: 1 });
    expect(await collection.findOneAsync()).toEqual({ _id: 'x', a: 1 });
    expect(await collection.countDocuments({ a: { $gt: 1 } })).toBe(2);
    expect(await collection.countDocuments()).toBe(3);
    expect(await collection.estimatedDocumentCount()).toBe(3);
    await expect(collection.findOneAsync({ $bad: 1 })).rejects.toThrow('Unrecognized');
  });
});

describe('update', () => {
  test('changes the first document that matches, or all of them', () => {
    const collection = filled({ _id: 'x', a: 1 }, { _id: 'y', a: 1 });
    expect(collection.update({ a: 1 }, { $inc: { a: 5 } })).toBe(1);
    expect(all(collection).map(({ a }) => a)).toEqual([6, 1]);
    expect(collection.update({}, { $set: { b: 1 } }, { multi: true })).toBe(2);
    expect(collection.update('missing', { $set: { a: 1 } })).toBe(0);
    expect(collection.update('y', { a: 9 })).toBe(1);
    expect(collection.findOne('y')).toEqual({ _id: 'y', a: 9 });
  });

  test('of several does nothing if one cannot be done', () => {
    const collection = filled({ _id: 'x', a: 1 }, { _id: 'y', a: 'text' });
    expect(() => collection.update({}, { $inc: { a: 1 } }, { multi: true })).toThrow('non-number');
    expect(collection.findOne('x')?.a).toBe(1);
  });

  test('keeps copies of what it is given', () => {
    const collection = filled({ _id: 'x' }, { _id: 'y' });
    const value = { n: [1] };
    collection.update({}, { $set: { b: value } }, { multi: true });
    value.n.push(2);
    (all(collection)[0] as { b: typeof value }).b.n.push(3);
    expect(all(collection).map(({ b }) => b)).toEqual([{ n: [1] }, { n: [1] }]);
  });

  test('takes array filters, and can refuse replacements', () => {
    const collection = filled({ _id: 'x', b: [1, 5] });
    collection.update('x', { $set: { 'b.$[e]': 0 } }, { arrayFilters: [{ e: { $gt: 2 } }] });
    expect(collection.findOne('x')?.b).toEqual([1, 0]);
    expect(() => collection.update('x', { a: 1 }, { _forbidReplace: true })).toThrow('Replacements are forbidden');
  });

  test('asynchronously, with callbacks in either place', async () => {
    const collection = filled({ _id: 'x', a: 1 });
    const calls: unknown[] = [];
    const log = (...args: unknown[]) => calls.push(args);
    expect(await collection.updateAsync('x', { $inc: { a: 1 } }, log)).toBe(1);
    collection.update('x', { $inc: { a: 1 } }, null, log);
    await soon();
    expect(calls).toEqual([
      [null, 1],
      [null, 1],
    ]);
    await expect(collection.updateAsync('x', { $bad: {} })).rejects.toMatchObject({ name: 'MinimongoError' });
  });
});

describe('upsert', () => {
  test('updates, or inserts what selector and modifier say', async () => {
    const collection = filled({ _id: 'x', a: 1 });
    expect(collection.upsert('x', { $inc: { a: 1 } })).toEqual({ numberAffected: 1 });
    expect(collection.upsert({ _id: 'y', a: 5 }, { $set: { b: 2 }, $setOnInsert: { c: 3 } })).toEqual({
      numberAffected: 1,
      insertedId: 'y',
    });
    expect(collection.findOne('y')).toEqual({ _id: 'y', a: 5, b: 2, c: 3 } as never);
    expect(await collection.upsertAsync({ a: 77 }, { $set: { b: 1 } }, { insertedId: 'z' })).toEqual({
      numberAffected: 1,
      insertedId: 'z',
    });
    expect(collection.update({ a: 99 }, { a: 1 }, { upsert: true })).toBe(1);
    expect(all(collection)).toHaveLength(4);
    expect(collection.upsert({ a: 1 }, { $set: { b: 9 } }, { multi: true })).toEqual({ numberAffected: 1 });
  });
});

describe('remove', () => {
  test('takes all documents that match', async () => {
    const collection = filled({ _id: 'x', a: 1 }, { _id: 'y', a: 1 }, { _id: 'z', a: 2 });
    expect(collection.remove({ a: 1 })).toBe(2);
    expect(collection.remove('missing')).toBe(0);
    expect(collection.remove(undefined)).toBe(0);
    expect(await collection.removeAsync({ _id: { $in: ['z', 'z'] } })).toBe(1);
    expect(all(collection)).toEqual([]);
  });
});

describe('originals', () => {
  test('are what documents were before they were written to', () => {
    const collection = filled({ _id: 'a', a: 1 }, { _id: 'b', a: 1 }, { _id: 'c', a: 1 }, { _id: 'd', a: 1 });
    collection.saveOriginals();
    collection.update('a', { $inc: { a: 1 } });
    collection.update('a', { $inc: { a: 1 } });
    collection.remove('b');
    collection.insert({ _id: 'new' });
    collection.upsert('newer', { $set: { a: 1 } });
    collection.update('new', { $set: { a: 5 } });
    collection.update('missing', { $set: { a: 5 } });
    const originals = collection.retrieveOriginals();
    const seen: Record<string, unknown> = {};
    originals.forEach((document, id) => {
      seen[String(id)] = document;
    });
    expect(seen).toEqual({ a: { _id: 'a', a: 1 }, b: { _id: 'b', a: 1 }, new: undefined, newer: undefined });
    expect(Object.hasOwn(seen, 'new')).toBe(true);
  });

  test('are saved and retrieved in turns', () => {
    const collection = filled();
    expect(() => collection.retrieveOriginals()).toThrow('without saveOriginals');
    collection.saveOriginals();
    expect(() => collection.saveOriginals()).toThrow('twice');
    expect(collection.retrieveOriginals().size()).toBe(0);
  });

  test('do not record what another database says', () => {
    const collection = filled({ _id: 'a', a: 1 });
    collection.saveOriginals();
    collection._replicate('a', { _id: 'a', a: 2 });
    collection._replicate('b', { _id: 'b' });
    collection._replicate('missing', undefined);
    expect(collection.retrieveOriginals().empty()).toBe(true);
    expect(all(collection)).toEqual([{ _id: 'a', a: 2 }, { _id: 'b' }]);
  });
});

describe('LocalCollection', () => {
  test('has what packages look for', () => {
    const document = { _id: 'x', a: 1 };
    LocalCollection._modify(document, { $set: { a: 2 } });
    expect(document.a).toBe(2);
    expect(LocalCollection._isModificationMod({ $set: {} })).toBe(true);
    expect(LocalCollection._isModificationMod({ a: 1 })).toBe(false);
    expect(() => LocalCollection._isModificationMod({ $set: {}, a: 1 })).toThrow('cannot have both modifier');
    expect(LocalCollection._compileProjection({ a: 1 })({ _id: 'x', a: 1, b: 2 })).toEqual({ _id: 'x', a: 1 });
    expect(LocalCollection._f._type([])).toBe(4);
    expect(LocalCollection._f._cmp(1, 2)).toBeLessThan(0);
    expect(LocalCollection._f._equal({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false);
    expect(LocalCollection._binarySearch((a, b) => a - b, [1, 3, 3, 5], 3)).toBe(3);
    expect(new LocalCollection().find()).toBeInstanceOf(LocalCollection.Cursor);
  });
});
