import { EJSON } from '@bolide/meteor/ejson';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerMongo } from '../test-support/fake-server.js';
import { startTestDatabase, type TestDatabase } from '../test-support/test-database.js';
import type { Collection, MongoStatic } from '../types.js';

let db: TestDatabase;
let Mongo: Omit<MongoStatic, 'setConnectionOptions'>;
let count = 0;
const create = (options = {}): Collection => new Mongo.Collection(`things${count++}`, options);

beforeAll(async () => {
  db = await startTestDatabase();
  ({ Mongo } = createServerMongo(db.driver));
});
afterAll(() => db?.stop());

describe('a collection of a database', () => {
  test('inserts, finds, counts and removes', async () => {
    const things = create();
    const id = await things.insertAsync({ n: 1 });
    expect(id).toMatch(/^[\w]{17}$/);
    await things.insertAsync({ _id: 'two', n: 2 });
    expect(await things.findOneAsync(id)).toEqual({ _id: id, n: 1 });
    expect(await things.findOneAsync({ n: 3 })).toBeUndefined();
    expect(await things.find({}, { sort: { n: -1 }, limit: 1 }).fetchAsync()).toEqual([{ _id: 'two', n: 2 }]);
    expect(await things.find({}, { sort: [['n', 'desc']], skip: 1 }).mapAsync(({ n }) => n)).toEqual([1]);
    expect(await things.find({}, { fields: { n: 1, _id: 0 }, sort: ['n'] }).fetchAsync()).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await things.find({ n: { $gt: 1 } }).countAsync()).toBe(1);
    expect(await things.countDocuments()).toBe(2);
    expect(await things.estimatedDocumentCount()).toBe(2);
    expect(await things.removeAsync({ n: 1 })).toBe(1);
    expect(await things.find().countAsync()).toBe(1);
  });

  test('a selector that is falsy matches nothing', async () => {
    const things = create();
    await things.insertAsync({ n: 1 });
    expect(await things.find(undefined).fetchAsync()).toEqual([]);
    expect(await things.find().fetchAsync()).toHaveLength(1);
    expect(await things.removeAsync(undefined as never)).toBe(0);
  });

  test('reads one document after the other', async () => {
    const things = create();
    for (const n of [1, 2, 3]) await things.insertAsync({ n });
    const cursor = things.find({}, { sort: { n: 1 } });
    const seen: number[] = [];
    await cursor.forEachAsync(async ({ n }, index, self) => {
      expect(self).toBe(cursor);
      seen.push(n * 10 + index);
    });
    expect(seen).toEqual([10, 21, 32]);
    const iterated: number[] = [];
    for await (const { n } of cursor as unknown as AsyncIterable<{ n: number }>) iterated.push(n);
    expect(iterated).toEqual([1, 2, 3]);
    expect(() => [...cursor]).toThrow('asynchronously');
  });

  test('updates one or all, and says how many', async () => {
    const things = create();
    for (const n of [1, 2, 3]) await things.insertAsync({ n });
    expect(await things.updateAsync({ n: { $gte: 2 } }, { $set: { big: true } })).toBe(1);
    expect(await things.updateAsync({ n: { $gte: 2 } }, { $set: { big: true } }, { multi: true })).toBe(2);
    expect(await things.updateAsync({ n: 9 }, { $set: { big: true } })).toBe(0);
    expect(await things.updateAsync({ n: 1 }, { whole: 'document' })).toBe(1);
    expect(await things.findOneAsync({ whole: 'document' })).toEqual({ _id: expect.any(String), whole: 'document' });
    await expect(things.updateAsync({ n: 2 }, { $set: { a: 1 }, b: 2 })).rejects.toThrow(
      'both modifier and non-modifier',
    );
    await expect(things.updateAsync({ n: 2 }, [] as never)).rejects.toThrow('Only plain objects may be used');
  });

  test('upserts, with ids of its own kind', async () => {
    const things = create();
    const first = await things.upsertAsync({ name: 'a' }, { $set: { n: 1 } });
    expect(first).toEqual({ numberAffected: 1, insertedId: expect.stringMatching(/^\w{17}$/) });
    expect(await things.upsertAsync({ name: 'a' }, { $set: { n: 2 } })).toEqual({ numberAffected: 1 });
    expect(await things.findOneAsync({ name: 'a' })).toEqual({ _id: first.insertedId, name: 'a', n: 2 });
    expect(await things.upsertAsync({ name: 'b' }, { name: 'b', whole: true })).toEqual({
      numberAffected: 1,
      insertedId: expect.stringMatching(/^\w{17}$/),
    });
    expect(await things.upsertAsync({ name: 'b' }, { name: 'b', whole: 2 })).toEqual({ numberAffected: 1 });
    expect(await things.findOneAsync({ name: 'b' })).toMatchObject({ name: 'b', whole: 2 });
    expect(await things.upsertAsync('own id', { $set: { n: 3 } })).toEqual({ numberAffected: 1, insertedId: 'own id' });
  });

  test('object ids are those of MongoDB', async () => {
    const things = create({ idGeneration: 'MONGO' });
    const id = await things.insertAsync({ n: 1 });
    expect(id).toBeInstanceOf(Mongo.ObjectID);
    const raw = await things.rawCollection().findOne({});
    expect(raw._id._bsontype).toBe('ObjectId');
    expect((await things.findOneAsync(id))?._id).toEqual(id);
    expect(await things.removeAsync(id)).toBe(1);
  });

  test('keeps dates, binary data, regular expressions and custom types', async () => {
    class Point {
      readonly x: number;
      constructor(x: number) {
        this.x = x;
      }
      typeName = () => 'Point';
      toJSONValue = () => ({ x: this.x });
      clone = () => new Point(this.x);
      equals = (other: Point) => other.x === this.x;
    }
    EJSON.addType('Point', ({ x }: { x: number }) => new Point(x));
    const things = create();
    const document = {
      date: new Date(5),
      bytes: new Uint8Array([1, 2, 255]),
      list: [new Date(7), { b: new Uint8Array(2) }],
    };
    const id = await things.insertAsync({ ...document, point: new Point(3), gone: undefined });
    const found = await things.findOneAsync(id);
    expect(found).toMatchObject(document);
    expect(found?.bytes).toBeInstanceOf(Uint8Array);
    expect(found?.point).toBeInstanceOf(Point);
    expect(found?.point.x).toBe(3);
    expect(Object.keys(found ?? {})).not.toContain('gone');
    expect((await things.rawCollection().findOne({})).point).toEqual({
      EJSON$type: 'Point',
      EJSON$value: { EJSONx: 3 },
    });
  });

  test('transforms documents', async () => {
    const things = create({ transform: (document: { n: number }) => ({ ...document, double: document.n * 2 }) });
    await things.insertAsync({ n: 2 });
    expect(await things.findOneAsync({})).toMatchObject({ n: 2, double: 4 });
    expect(await things.findOneAsync({}, { transform: null })).not.toHaveProperty('double');
    expect(things.find().getTransform()).toBeTypeOf('function');
  });

  test('makes indexes, and refuses what they forbid', async () => {
    const things = create();
    await things.createIndexAsync({ name: 1 }, { unique: true, name: 'by name' });
    await things.insertAsync({ name: 'a' });
    await expect(things.insertAsync({ name: 'a' })).rejects.toMatchObject({ code: 11000 });
    await things.dropIndexAsync('by name');
    await things.insertAsync({ name: 'a' });
    await things.dropCollectionAsync();
    expect(await things.countDocuments()).toBe(0);
  });

  test('makes capped collections', async () => {
    const things = create();
    await things.createCappedCollectionAsync(100_000, 2);
    for (const n of [1, 2, 3]) await things.insertAsync({ n });
    expect(await things.countDocuments()).toBe(2);
  });

  test('gives the objects of the driver', async () => {
    const things = create();
    expect(things.rawCollection().collectionName).toBe(things._name);
    expect(things.rawDatabase().databaseName).toMatch(/^bolide-test-/);
  });

  test('has no synchronous methods', () => {
    const things = create();
    expect(() => things.findOne()).toThrow(
      'findOne is not available on the server. Please use findOneAsync() instead.',
    );
    expect(() => things.insert({})).toThrow('Please use insertAsync() instead.');
    expect(() => things.update({}, { $set: { a: 1 } })).toThrow('Please use updateAsync() instead.');
    expect(() => things.remove({})).toThrow('Please use removeAsync() instead.');
  });

  test('refuses documents that contain themselves', async () => {
    const things = create();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(things.insertAsync(circular)).rejects.toThrow('contains itself');
  });

  test('errors of the database come out', async () => {
    const things = create();
    await things.insertAsync({ a: 1 });
    await expect(things.find({ a: { $foo: 1 } }).fetchAsync()).rejects.toThrow('$foo');
    await expect(things.updateAsync({}, { $foo: { a: 1 } } as never)).rejects.toThrow('$foo');
  });
});
