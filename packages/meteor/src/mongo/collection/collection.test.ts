import { LocalCollection } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import { afterEach, describe, expect, test } from 'vitest';
import { LocalCollectionDriver } from '../drivers/local-collection-driver.js';
import { createServerMongo } from '../test-support/fake-server.js';

const { Mongo, extensions, server } = createServerMongo();

interface Thing {
  _id: string;
  n?: number;
  tag?: string;
}

function filled(...ns: number[]) {
  const things = new Mongo.Collection<Thing>(null);
  for (const n of ns) things.insert({ _id: `id${n}`, n });
  return things;
}

let count = 0;
const newName = () => `name${count++}`;

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

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('new Mongo.Collection', () => {
  test('null: only here', () => {
    const things = new Mongo.Collection(null);
    expect([things._name, things._connection, things._isRemoteCollection()]).toEqual([null, null, false]);
    expect(things._collection).toBeInstanceOf(LocalCollection);
    expect(things).toBeInstanceOf(Mongo.Collection);
    expect(things.constructor).toBe(Mongo.Collection);
  });

  test('without a name warns', async () => {
    const log = await captureLog(() => {
      expect(new Mongo.Collection(undefined as never)._name).toBeNull();
      expect(new Mongo.Collection('')._name).toBeNull();
    });
    expect(log).toContain('creating anonymous collection');
  });

  test('refuses other names, and a name twice', () => {
    expect(() => new Mongo.Collection(5 as never)).toThrow('must be a string or null');
    const name = newName();
    const first = new Mongo.Collection(name);
    expect(() => new Mongo.Collection(name)).toThrow(`There is already a collection named "${name}"`);
    expect(new Mongo.Collection(name, { _suppressSameNameError: true })).toBeInstanceOf(Mongo.Collection);
    expect(first._name).toBe(name);
  });

  test('is found by its name', () => {
    const name = newName();
    const things = new Mongo.Collection(name);
    expect(Mongo.getCollection(name)).toBe(things);
    expect(Mongo.getCollection('missing')).toBeUndefined();
  });

  test('without a connection shares the documents of its name', () => {
    const name = newName();
    const [a, b] = [null, null].map((connection) => new Mongo.Collection<Thing>(name, { connection }));
    a?.insert({ _id: 'x' });
    expect(b?.findOne('x')).toEqual({ _id: 'x' });
    expect(a?._connection).toBeNull();
  });

  test('keeps what its driver opens', () => {
    const opened: unknown[] = [];
    const name = newName();
    const things = new Mongo.Collection(name, {
      _driver: {
        open(...args) {
          opened.push(args);
          return LocalCollectionDriver.open(null, null);
        },
      },
    });
    expect(opened).toEqual([[name, server]]);
    expect(things._collection).toBeInstanceOf(LocalCollection);
  });

  test('may be a base class, and be called on an object', () => {
    class Things extends Mongo.Collection<Thing> {
      double(id: string): number {
        return (this.findOne(id)?.n ?? 0) * 2;
      }
    }
    const things = new Things(null);
    things.insert({ _id: 'x', n: 4 });
    expect(things.double('x')).toBe(8);
    const old = Object.create(Mongo.Collection.prototype);
    (Mongo.Collection as unknown as (this: unknown, name: null) => void).call(old, null);
    expect(old.insert({ _id: 'x' })).toBe('x');
    expect(() => (Mongo.Collection as unknown as (name: null) => void)(null)).toThrow('use "new"');
  });

  test('takes a connection as the old second argument', () => {
    const connection = { methods() {} };
    expect(new Mongo.Collection(newName(), connection as never)._connection).toBe(connection);
    expect(new Mongo.Collection(newName(), { manager: connection } as never)._connection).toBe(connection);
  });

  test('has the old names of what belongs to it', () => {
    expect(Mongo.Collection.ObjectID).toBe(MongoID.ObjectID);
    expect(Mongo.ObjectID).toBe(MongoID.ObjectID);
    expect(Mongo.Collection.Cursor).toBe(LocalCollection.Cursor);
    expect(filled().find()).toBeInstanceOf(Mongo.Cursor as typeof LocalCollection.Cursor);
  });
});

describe('ids', () => {
  test('are texts, or ObjectIDs', () => {
    expect(filled().insert({})).toMatch(/^\w{17}$/);
    const things = new Mongo.Collection(null, { idGeneration: 'MONGO' });
    expect(things.insert({})).toBeInstanceOf(MongoID.ObjectID);
    expect(things._makeNewID()).toBeInstanceOf(MongoID.ObjectID);
  });

  test.each([[''], [null], [5], [{}], [undefined]])('refuses the _id %j', async (_id) => {
    const message = 'non-empty strings or ObjectIDs';
    expect(() => filled().insert({ _id } as never)).toThrow(message);
    expect(() => filled().insertAsync({ _id } as never)).toThrow(message);
  });
});

describe('reading', () => {
  test('passes on selector and options', async () => {
    const things = filled(1, 2, 3);
    expect(things.find({ n: { $gt: 1 } }, { sort: { n: -1 } }).map(({ n }) => n)).toEqual([3, 2]);
    expect(things.find().count()).toBe(3);
    expect(things.find(undefined).count()).toBe(0);
    expect(things.findOne(undefined)).toBeUndefined();
    expect(things.findOne('id2', { fields: { n: 1, _id: 0 } })).toEqual({ n: 2 } as never);
    expect(await things.findOneAsync({ n: 3 }, { projection: { _id: 1 } })).toEqual({ _id: 'id3' });
    expect(await things.findOneAsync()).toEqual({ _id: 'id1', n: 1 });
    expect(await things.countDocuments({ n: 1 })).toBe(1);
    expect(await things.countDocuments()).toBe(3);
    expect(await things.estimatedDocumentCount()).toBe(3);
  });

  test.each([[{ limit: 'x' }], [{ skip: {} }], [{ sort: 5 }], [{ projection: 'n' }], [{ fields: 5 }]])(
    'refuses the options %j',
    (options) => {
      expect(() => filled().find({}, options as never)).toThrow('Match error');
    },
  );

  test('goes through the transform, unless the query has another', () => {
    const things = new Mongo.Collection<Thing, { double: number }>(null, {
      transform: ({ n = 0 }) => ({ double: n * 2 }),
    });
    things.insert({ _id: 'x', n: 4 });
    expect(things.findOne('x')).toEqual({ _id: 'x', double: 8 } as never);
    expect(things.findOne('x', { transform: null })).toEqual({ _id: 'x', n: 4 });
    expect(things.findOne('x', { transform: ({ n }: Thing) => ({ own: n }) })).toEqual({ _id: 'x', own: 4 } as never);
  });

  test('the helpers that packages use', () => {
    const things = filled();
    expect(things._getFindSelector([])).toEqual({});
    expect(things._getFindSelector([undefined])).toBeUndefined();
    expect(things._getFindOptions([{}, { fields: { n: 1 }, limit: 5 }])).toEqual({
      transform: null,
      projection: { n: 1 },
      limit: 5,
    });
    const rewrite = Mongo.Collection._rewriteSelector;
    expect(rewrite('x')).toEqual({ _id: 'x' });
    expect(rewrite({ n: 1 })).toEqual({ n: 1 });
    expect(rewrite(null, { fallbackId: 'y' })).toEqual({ _id: 'y' });
    expect(rewrite({ _id: undefined })._id).toMatch(/^\w{17}$/);
    expect(() => rewrite([])).toThrow("can't be an array");
  });
});

describe('writing', () => {
  test('synchronously', () => {
    const things = filled(1, 2);
    expect(things.insert({ n: 3 })).toMatch(/^\w{17}$/);
    expect(things.update('id1', { $inc: { n: 10 } })).toBe(1);
    expect(things.update({}, { $set: { tag: 'all' } }, { multi: true })).toBe(3);
    expect(things.upsert('new', { $set: { n: 9 } })).toEqual({ numberAffected: 1, insertedId: 'new' });
    expect(things.update({ n: 77 }, { $set: { tag: 'x' } }, { upsert: true })).toBe(1);
    expect(things.remove({ tag: 'all' })).toBe(3);
    expect(things.find({}, { sort: { n: 1 } }).map(({ n }) => n)).toEqual([9, 77]);
  });

  test('asynchronously', async () => {
    const things = filled(1, 2);
    expect(await things.insertAsync({ _id: 'x' })).toBe('x');
    expect(await things.updateAsync({}, { $inc: { n: 1 } }, { multi: true })).toBe(3);
    expect(await things.upsertAsync({ n: 99 }, { $set: { tag: 'new' } })).toEqual({
      numberAffected: 1,
      insertedId: expect.stringMatching(/^\w{17}$/),
    });
    expect(await things.removeAsync({ n: { $gt: 1 } })).toBe(3);
    expect(await things.estimatedDocumentCount()).toBe(1);
    await expect(things.updateAsync({}, { $bad: {} } as never)).rejects.toThrow('Invalid modifier');
    await expect(things.insertAsync({ _id: 'x' }).then(() => things.insertAsync({ _id: 'x' }))).rejects.toThrow(
      'Duplicate _id',
    );
  });

  test('calls back, with errors as well', async () => {
    const things = filled(1);
    const calls: unknown[] = [];
    const log = (error: unknown, result?: unknown) =>
      calls.push(error ? (error as Error).message.slice(0, 12) : result);
    expect(things.insert({ _id: 'x' }, log)).toBe('x');
    expect(things.update('x', { $set: { n: 1 } }, log)).toBe(1);
    expect(things.update('x', { $set: { n: 1 } }, {}, log)).toBe(1);
    expect(things.upsert('y', { $set: { n: 1 } }, log)).toEqual({ numberAffected: 1, insertedId: 'y' });
    expect(things.remove('y', log)).toBe(1);
    await soon();
    expect(calls).toEqual(['x', 1, 1, { numberAffected: 1, insertedId: 'y' }, 1]);
    calls.length = 0;
    expect(things.insert({ _id: 'x' }, log)).toBeNull();
    expect(things.update('x', { $inc: { _id: 1 } } as never, log)).toBeNull();
    expect(calls).toEqual(['Duplicate _i', 'Cannot apply']);
  });

  test('leaves the document that it is given alone', () => {
    const document = { n: 1 };
    filled().insert(document);
    expect(document).toEqual({ n: 1 });
  });

  test('protects from selectors that are mistakes', async () => {
    const things = filled(1, 2);
    expect(things.remove(undefined as never)).toBe(0);
    expect(things.remove({ _id: undefined } as never)).toBe(0);
    expect(await things.removeAsync(null as never)).toBe(0);
    expect(things.update({ _id: '' }, { $set: { n: 5 } })).toBe(0);
    expect(() => things.remove([] as never)).toThrow("can't be an array");
    expect(things.find().count()).toBe(2);
  });

  test('an upsert takes its id from the options', () => {
    const things = filled();
    expect(things.upsert({ n: 1 }, { $set: { tag: 'x' } }, { insertedId: 'mine' })).toEqual({
      numberAffected: 1,
      insertedId: 'mine',
    });
    expect(() => things.upsert({ n: 2 }, { $set: {} }, { insertedId: 5 as never })).toThrow(
      'insertedId must be string or ObjectID',
    );
    expect(things.upsert(undefined as never, { $set: { n: 3 } }).insertedId).toMatch(/^\w{17}$/);
  });

  test('needs something to insert', () => {
    expect(() => filled().insert(undefined as never)).toThrow('insert requires an argument');
  });
});

describe('what only databases have', () => {
  test.each([
    'createIndexAsync',
    'dropIndexAsync',
    'dropCollectionAsync',
    'createCappedCollectionAsync',
    'ensureIndexAsync',
  ] as const)('%s', async (name) => {
    const method = (filled() as unknown as Record<string, () => Promise<void>>)[name]?.bind(filled());
    await expect(method?.()).rejects.toThrow('on server collections');
  });

  test('rawCollection and rawDatabase', () => {
    expect(() => filled().rawCollection()).toThrow('Can only call rawCollection on server collections');
    expect(() => filled().rawDatabase()).toThrow('Can only call rawDatabase on server collections');
    expect('_ensureIndex' in filled()).toBe(false);
  });

  test('are passed on to a driver that has them', async () => {
    const calls: unknown[] = [];
    const things = new Mongo.Collection(newName(), {
      _driver: {
        mongo: { db: 'the database', client: null },
        open: () =>
          ({
            createIndexAsync: async (...args: unknown[]) => calls.push(args),
            rawCollection: () => 'the collection',
          }) as never,
      },
    });
    await things.createIndexAsync({ n: 1 }, { unique: true });
    await things.createIndex('n');
    expect(calls).toEqual([
      [{ n: 1 }, { unique: true }],
      ['n', undefined],
    ]);
    expect([things.rawCollection(), things.rawDatabase()]).toEqual(['the collection', 'the database']);
    expect(() => things.findOne()).toThrow('findOne is not available here');
    expect(() => things.insert({})).toThrow('insert is not available here');
  });
});

describe('extensions', () => {
  afterEach(() => extensions.clearExtensions());

  test('are called for each collection that is made', () => {
    const calls: unknown[] = [];
    const extension = function (this: unknown, name: unknown, options: unknown) {
      calls.push([this, name, options]);
    };
    Mongo.Collection.addExtension(extension);
    const things = new Mongo.Collection(null, { idGeneration: 'MONGO' });
    expect(calls).toEqual([[things, null, { idGeneration: 'MONGO' }]]);
    expect(extensions.getExtensions()).toEqual([extension]);
    Mongo.Collection.removeExtension(extension);
    new Mongo.Collection(null);
    expect(calls).toHaveLength(1);
  });

  test('add methods to collections and to the class', () => {
    extensions.addPrototypeMethod('nameOf', function (this: { _name: string }) {
      return this._name;
    });
    extensions.addStaticMethod('extra', () => 'extra');
    const name = newName();
    const things = new Mongo.Collection(name) as unknown as { nameOf(): string };
    const { nameOf } = things;
    expect(nameOf()).toBe(name);
    expect((Mongo.Collection as unknown as { extra(): string }).extra()).toBe('extra');
    expect([...extensions.getPrototypeMethods().keys()]).toEqual(['nameOf']);
    expect([...extensions.getStaticMethods().keys()]).toEqual(['extra']);
    extensions.removePrototypeMethod('nameOf');
    extensions.removeStaticMethod('extra');
    expect('nameOf' in new Mongo.Collection(null)).toBe(false);
  });

  test('that fail or make no sense', () => {
    expect(() => extensions.addExtension(5 as never)).toThrow('Extension must be a function');
    expect(() => extensions.addPrototypeMethod('', () => {})).toThrow(
      'Prototype method name must be a non-empty string',
    );
    expect(() => extensions.addStaticMethod('x', 5 as never)).toThrow('Static method must be a function');
    extensions.addExtension(() => {
      throw new Error('oops');
    });
    expect(() => new Mongo.Collection(null)).toThrow("Extension failed for collection 'null': oops");
  });
});
