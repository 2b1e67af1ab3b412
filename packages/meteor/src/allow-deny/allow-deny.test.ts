import { Package } from '@bolide/meteor/core-runtime';
import { type MethodFunction, MethodInvocation } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { LocalCollection } from '@bolide/meteor/minimongo';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AllowDeny, type AllowDenyOptions, type RestrictableCollection } from './index.js';

type Restricted = RestrictableCollection &
  typeof AllowDeny.CollectionPrototype & { handlers: Record<string, MethodFunction> };

function setUp(transform: Restricted['_transform'] = null) {
  const handlers: Record<string, MethodFunction> = Object.create(null);
  const server = { methods: (methods: object) => Object.assign(handlers, methods), method_handlers: handlers };
  Object.assign(Meteor, { server });
  const documents = new LocalCollection('things');
  const collection = Object.assign(Object.create(AllowDeny.CollectionPrototype), {
    _name: 'things',
    _connection: server,
    _collection: documents,
    _transform: transform,
    _makeNewID: () => 'made',
    handlers,
  }) as Restricted;
  collection._defineMutationMethods();
  documents.insert({ _id: 'a', owner: 'user1', n: 1, secret: 's' });
  const call = (name: string, ...args: unknown[]) =>
    (async () => handlers[`/things/${name}`]?.apply(new MethodInvocation({ userId: 'user1' }), args))();
  return { collection, documents, call, handlers };
}

const denied = { error: 403, reason: 'Access denied' };
const yes: AllowDenyOptions<never> = { insert: () => true, update: () => true, remove: () => true };

describe('without rules', () => {
  test('clients may not write', async () => {
    const { call } = setUp();
    for (const suffix of ['', 'Async']) {
      await expect(call(`insert${suffix}`, { n: 1 })).rejects.toMatchObject(denied);
      await expect(call(`update${suffix}`, 'a', { $set: { n: 2 } })).rejects.toMatchObject(denied);
      await expect(call(`remove${suffix}`, 'a')).rejects.toMatchObject(denied);
    }
  });

  describe('but with the package insecure', () => {
    beforeEach(() => {
      Package.insecure = {};
    });
    afterEach(() => {
      delete Package.insecure;
    });

    test('they may, by id', async () => {
      const { call, documents } = setUp();
      expect(await call('insertAsync', { n: 5 })).toBe('made');
      expect(await call('insert', { _id: 'mine' })).toBe('mine');
      expect(await call('updateAsync', { _id: 'a' }, { $inc: { n: 1 } })).toBe(1);
      expect(await call('update', 'a', { n: 9 }, {})).toBe(1);
      expect(
        await call('updateAsync', { _id: 'up' }, { $set: { n: 1 } }, { upsert: true, _returnObject: true }),
      ).toEqual({ numberAffected: 1, insertedId: 'up' });
      expect(await call('removeAsync', 'mine')).toBe(1);
      expect(documents.find({}, { sort: { _id: 1 } }).fetch()).toEqual([
        { _id: 'a', n: 9 },
        { _id: 'made', n: 5 },
        { _id: 'up', n: 1 },
      ]);
      await expect(call('updateAsync', { n: 9 }, { $set: { n: 1 } })).rejects.toThrow(
        'may only updateAsync documents by ID',
      );
      await expect(call('remove', {})).rejects.toThrow('may only remove documents by ID');
      await expect(call('remove', { _id: { $in: ['a'] } })).rejects.toThrow('by ID');
    });

    test('unless the collection says otherwise', async () => {
      const { call, collection } = setUp();
      collection._insecure = false;
      expect(collection._isInsecure()).toBe(false);
      await expect(call('removeAsync', 'a')).rejects.toMatchObject(denied);
      collection._insecure = undefined;
      expect(collection._isInsecure()).toBe(true);
    });

    test('errors of the database are told', async () => {
      const { call } = setUp();
      await expect(call('insertAsync', { _id: 'a' })).rejects.toMatchObject({
        error: 409,
        reason: "MinimongoError: Duplicate _id 'a'",
      });
    });

    test.each<[string, unknown[]]>([
      ['insertAsync', []],
      ['insertAsync', ['text']],
      ['insertAsync', [[{}]]],
      ['insertAsync', [{ _id: 5 }]],
      ['insertAsync', [{ _id: '' }]],
      ['insertAsync', [{ _id: { $gt: '' } }]],
      ['updateAsync', ['a', { $set: { n: 1 } }, 'text']],
      ['updateAsync', ['a', { $set: { n: 1 } }, { arrayFilters: 5 }]],
      ['updateAsync', ['a', { $set: { n: 1 } }, { upsert: true, insertedId: { $gt: '' } }]],
      ['updateAsync', ['a', { $set: { '__proto__.polluted': 1 } }]],
      ['updateAsync', ['a']],
      ['removeAsync', []],
    ])('refuses %s(%j)', async (name, args) => {
      const { call, documents } = setUp();
      await expect(call(name, ...args)).rejects.toThrow();
      expect(documents.find().fetch()).toEqual([{ _id: 'a', owner: 'user1', n: 1, secret: 's' }]);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    test('options that are not for clients are not passed on', async () => {
      const { call, collection } = setUp();
      let options: unknown;
      Object.assign(collection, {
        _collection: {
          updateAsync: async (...args: unknown[]) => {
            options = args[2];
          },
        },
      });
      await call('updateAsync', 'a', { $set: { n: 1 } }, { multi: 1, hint: 'x', _forbidReplace: false });
      expect(options).toEqual({ multi: true, upsert: false, _returnObject: false });
    });
  });
});

describe('rules', () => {
  test('one that allows is enough, unless one denies', async () => {
    const { collection, call, documents } = setUp();
    collection.allow({ insert: () => false });
    await expect(call('insertAsync', {})).rejects.toMatchObject(denied);
    collection.allow({ insert: async () => true });
    expect(await call('insertAsync', { _id: 'x' })).toBe('x');
    collection.deny({ insert: async (_userId: string | null, { n }: { n: number }) => n > 5 });
    await expect(call('insertAsync', { n: 6 })).rejects.toMatchObject(denied);
    expect(await call('insert', { n: 5 })).toBe('made');
    expect(documents.find().count()).toBe(3);
  });

  test('what no rule is about is refused', async () => {
    const { collection, call } = setUp();
    collection.allow({ insert: () => true });
    await expect(call('updateAsync', 'a', { $set: { n: 1 } })).rejects.toThrow(
      "No allow validators set on restricted collection for method 'updateAsync'",
    );
    await expect(call('remove', 'a')).rejects.toMatchObject({ error: 403 });
    const other = setUp();
    other.collection.deny({ insert: () => false });
    await expect(other.call('insertAsync', {})).rejects.toMatchObject({ error: 403 });
  });

  test('get the user, the document, the fields and the modifier', async () => {
    const { collection, call, documents } = setUp();
    const seen: unknown[] = [];
    const look = (...args: unknown[]) => {
      seen.push(args);
      return true;
    };
    collection.allow({ insert: look, update: look, remove: look });
    await call('insertAsync', { n: 2 });
    expect(await call('updateAsync', 'a', { $set: { 'x.y': 1, n: 2 }, $push: { 'x.z': 3 } })).toBe(1);
    expect(await call('removeAsync', { _id: 'a' })).toBe(1);
    expect(seen).toEqual([
      // As the client sent it, or else it would be told apart from one with an id of the client's choice.
      ['user1', { _id: 'made', n: 2 }],
      [
        'user1',
        { _id: 'a', owner: 'user1', n: 1, secret: 's' },
        ['x', 'n'],
        { $set: { 'x.y': 1, n: 2 }, $push: { 'x.z': 3 } },
      ],
      ['user1', { _id: 'a', owner: 'user1', n: 2, secret: 's', x: { y: 1, z: [3] } }],
    ]);
    expect(documents.findOne('a')).toBeUndefined();
  });

  test('can tell whether the client has chosen the id', async () => {
    const { collection, call } = setUp();
    const hadId: boolean[] = [];
    collection.allow({
      insert(_userId: string | null, document: object) {
        hadId.push('_id' in document);
        return true;
      },
    });
    await call('insertAsync', { n: 2 });
    await call('insertAsync', { _id: 'chosen' });
    expect(hadId).toEqual([false, true]);
  });

  test('about nothing that is there are not asked', async () => {
    const { collection, call } = setUp();
    const ask = () => {
      throw new Error('asked');
    };
    collection.allow({ update: ask, remove: ask });
    expect(await call('updateAsync', 'missing', { $set: { n: 1 } })).toBe(0);
    expect(await call('removeAsync', 'missing')).toBe(0);
    await expect(call('removeAsync', 'a')).rejects.toThrow('asked');
  });

  test('get the fields that they need', async () => {
    const { collection, call } = setUp();
    const seen: unknown[] = [];
    const look = (_userId: string | null, document: object) => {
      seen.push(document);
      return true;
    };
    collection.allow({ update: look, fetch: ['owner'] });
    collection.deny({ remove: () => false, fetch: ['n'] });
    await call('updateAsync', 'a', { $set: { x: 1 } });
    collection.allow({ remove: () => true });
    await call('updateAsync', 'a', { $set: { x: 2 } });
    expect(seen).toEqual([
      { _id: 'a', owner: 'user1', n: 1 },
      { _id: 'a', owner: 'user1', n: 1, secret: 's', x: 1 },
    ]);
  });

  test('get what the transform makes of a document', async () => {
    const { collection, call, documents } = setUp((document: object) => ({ ...document, isTransformed: true }));
    const seen: unknown[] = [];
    const look = (_userId: string | null, document: object) => {
      seen.push(document);
      return false;
    };
    collection.allow({ insert: look });
    collection.allow({ insert: look, transform: null });
    collection.allow({ insert: look, transform: () => ({ own: true }) });
    collection.allow({ insert: () => true });
    await call('insertAsync', { n: 1 });
    expect(seen).toEqual([
      { _id: 'made', n: 1, isTransformed: true },
      { _id: 'made', n: 1 },
      { _id: 'made', own: true },
    ]);
    expect(documents.findOne('made')).toEqual({ _id: 'made', n: 1 });
  });

  test.each<[modifier: unknown, message: string, options: unknown]>([
    [{ n: 1 }, 'can only update documents, not replace them', {}],
    [{}, 'can only update documents, not replace them', {}],
    [{ $set: { n: 1 }, n: 2 }, 'can only update documents, not replace them', {}],
    [{ $rename: { n: 'm' } }, 'Operator $rename not allowed in a restricted collection', {}],
    [{ $constructor: {} }, 'Operator $constructor not allowed', {}],
    [{ $set: { n: 1 } }, 'Upserts not allowed in a restricted collection', { upsert: true }],
    [{ $set: 5 }, 'Match error', {}],
    [5, 'Match error', {}],
    [[], 'Match error', {}],
  ])('cannot allow the modifier %j', async (modifier, message, options) => {
    const { collection, call, documents } = setUp();
    collection.allow(yes);
    await expect(call('updateAsync', 'a', modifier, options)).rejects.toThrow(message);
    expect(documents.findOne('a')?.n).toBe(1);
  });

  test.each<[unknown, string]>([
    [{ nonsense: () => true }, 'allow: Invalid key: nonsense'],
    [{ insert: true }, 'allow: Value for `insert` must be a function'],
    [{ fetch: 'owner' }, 'allow: Value for `fetch` must be an array'],
  ])('%j are refused', (options, message) => {
    expect(() => setUp().collection.allow(options as never)).toThrow(message);
  });

  test('under the old names with Async are the same rules', async () => {
    const { collection, call } = setUp();
    collection.allow({ insertAsync: () => true });
    expect(await call('insert', { _id: 'x' })).toBe('x');
    expect(await call('insertAsync', { _id: 'y' })).toBe('y');
  });
});

describe('_defineMutationMethods', () => {
  test('defines six methods, once', () => {
    const { collection, handlers } = setUp();
    expect(Object.keys(handlers).sort()).toEqual(
      ['insert', 'insertAsync', 'remove', 'removeAsync', 'update', 'updateAsync'].map((name) => `/things/${name}`),
    );
    const first = handlers['/things/insert'];
    collection._defineMutationMethods({ useExisting: true });
    expect(handlers['/things/insert']).toBe(first);
  });

  test('none for collections without a name, or of other servers', () => {
    const handlers: object[] = [];
    const connection = { methods: (methods: object) => handlers.push(methods) };
    const define = (fields: object) =>
      Object.assign(Object.create(AllowDeny.CollectionPrototype), fields)._defineMutationMethods();
    define({ _name: null, _connection: null });
    define({ _name: 'x', _connection: null });
    define({ _name: 'x', _connection: connection });
    expect(handlers).toEqual([]);
  });
});
