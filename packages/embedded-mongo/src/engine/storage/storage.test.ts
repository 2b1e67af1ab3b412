import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from 'bson';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEngine } from '../index.js';
import { TestEngine } from '../testing/test-engine.js';
import type { Change, ChangeToken, EngineCollection } from '../types.js';

let engine: TestEngine;
let things: EngineCollection;

beforeEach(() => {
  engine = new TestEngine();
  things = engine.create();
});

afterEach(() => engine.dispose());

function set(id: unknown, fields: Document): Parameters<EngineCollection['update']>[0] {
  return { filter: { _id: id }, update: { $set: fields }, multi: false, upsert: false };
}

function ids(collection = things, transaction?: Parameters<EngineCollection['find']>[1]): unknown[] {
  return [...collection.find({ filter: {} }, transaction)].map(({ _id }) => _id as unknown);
}

/** All that a change tells. */
function show(change: Change | undefined): Document {
  const { kind, token, wallTime, namespace, to, documentKey, fullDocument, before, after, updateDescription } =
    change as Change;
  const uuid = Buffer.from(change?.collectionUuid ?? []).toString('hex');
  return { kind, token, wallTime, namespace, to, documentKey, fullDocument, before, after, updateDescription, uuid };
}

function changes(after?: ChangeToken): Change[] {
  return [...engine.engine.changes(after)];
}

describe('collections', () => {
  test('are made, renamed and dropped', () => {
    const { engine: database } = engine;
    expect(() => engine.create()).toThrow(expect.objectContaining({ code: 48 }));
    things.insert([{ _id: 1 }], {});
    database.renameCollection(
      { database: 'test', collection: 'things' },
      { database: 'test', collection: 'stuff' },
      false,
    );
    expect(database.collection('test', 'things')).toBeUndefined();
    expect(ids(engine.get('stuff'))).toEqual([1]);
    engine.create('other');
    const rename = (dropTarget: boolean): void =>
      database.renameCollection(
        { database: 'test', collection: 'stuff' },
        { database: 'test', collection: 'other' },
        dropTarget,
      );
    expect(() => rename(false)).toThrow(expect.objectContaining({ code: 48 }));
    rename(true);
    expect(database.listCollections('test').map(({ name }) => name)).toEqual(['other']);
    expect(() => rename(true)).toThrow(expect.objectContaining({ code: 26 }));
    expect(database.dropCollection('test', 'other')).toBe(true);
    expect(database.dropCollection('test', 'other')).toBe(false);
    expect(database.listDatabases()).toEqual([]);
  });

  test('have names that MongoDB takes', () => {
    for (const name of ['', 'a$b', '.a', 'a.', 'a\0', 'x'.repeat(300)]) {
      expect(() => engine.create(name)).toThrow(expect.objectContaining({ code: 73 }));
    }
    for (const name of ['', 'a b', 'a.b', 'a/b', '$a', 'x'.repeat(64)]) {
      expect(() => engine.engine.createCollection(name, 'c', {})).toThrow(expect.objectContaining({ code: 73 }));
    }
  });

  test('of a database go together', () => {
    engine.create('more');
    engine.engine.createCollection('another', 'c', {});
    expect(engine.engine.listDatabases().map(({ name }) => name)).toEqual(['another', 'test']);
    expect(engine.engine.dropDatabase('test')).toBe(true);
    expect(engine.engine.dropDatabase('test')).toBe(false);
    expect(engine.engine.listDatabases().map(({ name }) => name)).toEqual(['another']);
  });

  test('are there after a restart, with options and counts', () => {
    engine.create('capped', { capped: { size: 1000, max: 5 }, changeStreamPreAndPostImages: true });
    things.insert([{ _id: 1 }, { _id: 2 }], {});
    const { uuid } = things.info;
    engine.restart();
    expect(Buffer.compare(engine.get().info.uuid, uuid)).toBe(0);
    expect(engine.get().count()).toBe(2);
    expect(engine.get('capped').info.options).toEqual({
      capped: { size: 1000, max: 5 },
      changeStreamPreAndPostImages: true,
    });
    engine.get().insert([{ _id: 3 }], {});
    expect(ids(engine.get())).toEqual([1, 2, 3]);
  });
});

describe('transactions', () => {
  test('show others nothing before the commit and nothing after an abort', () => {
    const transaction = engine.engine.beginTransaction();
    things.insert([{ _id: 1 }], { transaction });
    expect(ids(things, transaction)).toEqual([1]);
    expect(things.count(transaction)).toBe(1);
    expect(ids()).toEqual([]);
    expect(things.count()).toBe(0);
    transaction.commit();
    expect(ids()).toEqual([1]);
    expect(things.count()).toBe(1);

    const aborted = engine.engine.beginTransaction();
    things.insert([{ _id: 2 }], { transaction: aborted });
    aborted.abort();
    aborted.abort();
    expect(aborted.state).toBe('aborted');
    expect(ids()).toEqual([1]);
    expect(things.count()).toBe(1);
    expect(() => things.insert([{ _id: 3 }], { transaction: aborted })).toThrow(expect.objectContaining({ code: 251 }));
    expect(() => aborted.commit()).toThrow(expect.objectContaining({ code: 251 }));
  });

  test('read one state while others write', () => {
    things.insert([{ _id: 1, n: 1 }], {});
    const transaction = engine.engine.beginTransaction();
    expect([...things.find({ filter: {} }, transaction)]).toEqual([{ _id: 1, n: 1 }]);
    things.update(set(1, { n: 2 }), {});
    things.insert([{ _id: 2 }], {});
    engine.create('younger');
    expect([...things.find({ filter: {} }, transaction)]).toEqual([{ _id: 1, n: 1 }]);
    expect(engine.engine.collection('test', 'younger', transaction)).toBeUndefined();
    transaction.commit();
  });

  test('conflict over documents, not over others', () => {
    things.insert([{ _id: 1 }, { _id: 2 }], {});
    const transaction = engine.engine.beginTransaction();
    expect(ids(things, transaction)).toEqual([1, 2]);
    things.update(set(1, { n: 1 }), {});
    expect(things.update(set(2, { n: 2 }), { transaction }).modified).toBe(1);
    expect(() => things.update(set(1, { n: 2 }), { transaction })).toThrow(
      expect.objectContaining({ code: 112, details: { errorLabels: ['TransientTransactionError'] } }),
    );
    transaction.abort();
    const removed = engine.engine.beginTransaction();
    expect(ids(things, removed)).toEqual([1, 2]);
    things.remove({ filter: { _id: 1 }, limit: 1 }, {});
    things.insert([{ _id: 1 }], {});
    expect(() => things.remove({ filter: { _id: 1 }, limit: 1 }, { transaction: removed })).toThrow(
      expect.objectContaining({ code: 112 }),
    );
    removed.abort();
  });

  test('write one at a time', async () => {
    const [one, two] = [engine.engine.beginTransaction(), engine.engine.beginTransaction()];
    things.insert([{ _id: 1 }], { transaction: one });
    expect(engine.engine.isWritable()).toBe(false);
    expect(engine.engine.isWritable(one)).toBe(true);
    expect(engine.engine.isWritable(two)).toBe(false);
    expect(() => things.insert([{ _id: 2 }], { transaction: two })).toThrow(expect.objectContaining({ code: 112 }));
    expect(() => things.insert([{ _id: 3 }], {})).toThrow(expect.objectContaining({ code: 112 }));
    expect(() => engine.create('x')).toThrow(expect.objectContaining({ code: 112 }));
    const waited = engine.engine.whenWritable();
    one.commit();
    await waited;
    expect(things.insert([{ _id: 3 }], {}).n).toBe(1);
    expect(things.insert([{ _id: 2 }], { transaction: two }).n).toBe(1);
    two.commit();
    expect(ids()).toEqual([1, 3, 2]);
  });

  test('make collections that others see after the commit', () => {
    const transaction = engine.engine.beginTransaction();
    const fresh = engine.engine.createCollection('test', 'fresh', {}, transaction);
    fresh.insert([{ _id: 1 }], { transaction });
    expect(engine.engine.collection('test', 'fresh')).toBeUndefined();
    expect(engine.engine.listCollections('test', transaction).map(({ name }) => name)).toContain('fresh');
    transaction.commit();
    expect(ids(engine.get('fresh'))).toEqual([1]);
    const aborted = engine.engine.beginTransaction();
    engine.engine.createCollection('test', 'gone', {}, aborted);
    aborted.abort();
    expect(engine.engine.collection('test', 'gone')).toBeUndefined();
    expect(engine.create('gone').insert([{ _id: 1 }], {}).n).toBe(1);
  });

  test('keep indexes right, whatever becomes of them', () => {
    things.createIndexes([{ name: 'a', key: { a: 1 }, unique: true }]);
    things.insert([{ _id: 1, a: 1 }], {});
    const aborted = engine.engine.beginTransaction();
    things.insert([{ _id: 2, a: [2, 3] }], { transaction: aborted });
    expect(things.insert([{ _id: 3, a: 3 }], { transaction: aborted }).errors).toMatchObject([{ code: 11000 }]);
    aborted.abort();
    expect(things.explain({ filter: { a: 1 } }).isMultiKey).toBe(false);
    const committed = engine.engine.beginTransaction();
    things.insert([{ _id: 2, a: [2, 3] }], { transaction: committed });
    committed.commit();
    expect(things.explain({ filter: { a: 1 } }).isMultiKey).toBe(true);
    engine.restart();
    expect(engine.get().explain({ filter: { a: 1 } }).isMultiKey).toBe(true);
    expect(engine.get().validate().valid).toBe(true);
  });

  test('are told of as one, when they are committed', () => {
    let commits = 0;
    engine.engine.onCommit(() => commits++);
    const before = changes().at(-1)?.token;
    const transaction = engine.engine.beginTransaction();
    things.insert([{ _id: 1 }], { transaction });
    things.update(set(1, { a: 1 }), { transaction });
    expect(changes(before)).toEqual([]);
    transaction.commit();
    expect(commits).toBe(1);
    const [insert, update] = changes(before);
    expect([insert?.kind, update?.kind]).toEqual(['insert', 'update']);
    expect(update?.token).toEqual({ ...insert?.token, n: 1 });
  });

  test('left open end with the engine', () => {
    things.insert([{ _id: 1 }], { transaction: engine.engine.beginTransaction() });
    engine.restart();
    expect(ids(engine.get())).toEqual([]);
  });
});

describe('the log of changes', () => {
  test('tells what was done, from any point on', () => {
    things.insert([{ _id: 1, a: 1 }, { _id: 2 }], {});
    things.update(set(1, { a: 2 }), {});
    things.update({ ...set(2, {}), update: { b: 1 } }, {});
    things.remove({ filter: { _id: 1 }, limit: 1 }, {});
    things.createIndexes([{ name: 'b', key: { b: 1 } }]);
    things.dropIndexes('b');
    engine.engine.renameCollection(
      { database: 'test', collection: 'things' },
      { database: 'test', collection: 'x' },
      false,
    );
    engine.engine.dropCollection('test', 'x');
    const namespace = { database: 'test', collection: 'things' };
    const all = changes();
    expect(all.map(({ kind }) => kind)).toEqual([
      'create',
      'insert',
      'insert',
      'update',
      'replace',
      'delete',
      'createIndexes',
      'dropIndexes',
      'rename',
      'drop',
    ]);
    expect(show(all[1])).toMatchObject({
      namespace,
      documentKey: { _id: 1 },
      fullDocument: { _id: 1, a: 1 },
      uuid: Buffer.from(things.info.uuid).toString('hex'),
    });
    expect(show(all[3])).toMatchObject({
      documentKey: { _id: 1 },
      updateDescription: { updatedFields: { a: 2 }, removedFields: [], truncatedArrays: [] },
    });
    expect(show(all[4])).toMatchObject({ documentKey: { _id: 2 }, fullDocument: { _id: 2, b: 1 } });
    expect(show(all[5])).toMatchObject({ documentKey: { _id: 1 } });
    expect(show(all[8])).toMatchObject({ to: { database: 'test', collection: 'x' } });
    for (const [i, change] of all.entries()) {
      expect(changes(change.token).map(({ token }) => token)).toEqual(all.slice(i + 1).map(({ token }) => token));
    }
  });

  test('is the same after a restart', () => {
    things.insert([{ _id: 1, a: 1 }], {});
    things.update(set(1, { x: 1 }), {});
    const show = ({
      kind,
      token,
      wallTime,
      namespace,
      documentKey,
      fullDocument,
      updateDescription,
      collectionUuid,
    }: Change): unknown => ({
      kind,
      token,
      wallTime,
      namespace,
      documentKey,
      fullDocument,
      updateDescription,
      uuid: Buffer.from(collectionUuid ?? []).toString('hex'),
    });
    const before = changes().map(show);
    const { last } = engine.engine.changeWindow;
    engine.restart();
    expect(changes().map(show)).toEqual(before);
    expect(engine.engine.changeWindow.last).toEqual(last);
    engine.get().insert([{ _id: 2 }], {});
    expect(changes(last).map(({ kind }) => kind)).toEqual(['insert']);
  });

  test('keeps images of documents if the collection wants it', () => {
    const pictured = engine.create('pictured', { changeStreamPreAndPostImages: true });
    pictured.insert([{ _id: 1, a: 1 }], {});
    const { last } = engine.engine.changeWindow;
    pictured.update(set(1, { a: 2 }), {});
    pictured.remove({ filter: {}, limit: 0 }, {});
    const [updated, removed] = changes(last);
    expect(show(updated)).toMatchObject({ before: { _id: 1, a: 1 }, after: { _id: 1, a: 2 } });
    expect(show(removed)).toMatchObject({ before: { _id: 1, a: 2 } });
  });

  test('forgets the oldest and says so', () => {
    engine.dispose();
    engine = new TestEngine({ changeLogBytes: 20_000 });
    things = engine.create();
    const first = engine.engine.changeWindow.last;
    for (let i = 0; i < 200; i++) things.insert([{ _id: i, pad: 'x'.repeat(500) }], {});
    expect(() => changes(first)).toThrow(expect.objectContaining({ code: 286 }));
    const kept = changes();
    expect(kept.length).toBeLessThan(60);
    expect(kept.at(-1)?.documentKey).toEqual({ _id: 199 });
    engine.restart();
    expect(() => changes(first)).toThrow(expect.objectContaining({ code: 286 }));
    expect(changes().length).toBe(kept.length);
    expect(changes(kept[0]?.token).length).toBe(kept.length - 1);
  });

  test('has no entry for what changes nothing', () => {
    things.insert([{ _id: 1, a: 1 }], {});
    const { last } = engine.engine.changeWindow;
    things.update(set(1, { a: 1 }), {});
    things.remove({ filter: { _id: 5 }, limit: 0 }, {});
    things.insert([{ _id: 1 }], {});
    expect(changes(last)).toEqual([]);
  });

  test('has times that grow', () => {
    const times = Array.from({ length: 50 }, (_, i) => {
      things.insert([{ _id: i }], {});
      const { t, i: increment } = engine.engine.clock.now();
      return t * 2 ** 20 + increment;
    });
    expect(new Set(times).size).toBe(50);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(Math.abs((times[0] as number) / 2 ** 20 - Date.now() / 1000)).toBeLessThan(60);
  });
});

describe('the data folder', () => {
  test('belongs to one engine at a time', () => {
    expect(() => openEngine({ directory: engine.directory })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`${engine.directory} is in use by the process with the id ${process.pid}`),
      }),
    );
    engine.restart();
  });

  test('with a damaged file is left as it is', () => {
    const directory = mkdtempSync(join(tmpdir(), 'bolide-damaged-'));
    const file = join(directory, 'data.sqlite');
    try {
      for (const content of [
        Buffer.from('rubbish'),
        Buffer.alloc(5000, 'x'),
        Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(5000)]),
      ]) {
        writeFileSync(file, content);
        expect(() => openEngine({ directory })).toThrow(
          expect.objectContaining({ message: expect.stringContaining(`${file} is damaged`) }),
        );
        expect(readFileSync(file)).toEqual(content);
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  test('with a file that is damaged inside says so when it is read', () => {
    things.insert(
      Array.from({ length: 2000 }, (_, i) => ({ _id: i, pad: 'x'.repeat(200) })),
      {},
    );
    const file = join(engine.directory, 'data.sqlite');
    engine.engine.close();
    const copy = mkdtempSync(join(tmpdir(), 'bolide-damaged-'));
    try {
      const damaged = join(copy, 'data.sqlite');
      copyFileSync(file, damaged);
      const descriptor = openSync(damaged, 'r+');
      const rubbish = Buffer.alloc(4096, 0xee);
      for (let page = 20; page < statSync(damaged).size / 4096; page++)
        writeSync(descriptor, rubbish, 0, 4096, page * 4096);
      closeSync(descriptor);
      const before = readFileSync(damaged);
      const read = (): unknown => {
        const opened = openEngine({ directory: copy });
        try {
          return [...(opened.collection('test', 'things') as EngineCollection).find({ filter: {} })];
        } finally {
          opened.close();
        }
      };
      expect(read).toThrow(expect.objectContaining({ code: 1, message: expect.stringContaining('is damaged') }));
      expect(readFileSync(damaged).equals(before)).toBe(true);
      truncateSync(damaged, 4096 * 3);
      expect(() => openEngine({ directory: copy })).toThrow(
        expect.objectContaining({ message: expect.stringContaining('is damaged') }),
      );
    } finally {
      rmSync(copy, { recursive: true, force: true });
      engine = new TestEngine();
    }
  });

  test('of another program is refused', () => {
    engine.engine.close();
    const file = join(engine.directory, 'data.sqlite');
    const header = readFileSync(file);
    header.writeUInt32BE(0x12345678, 68);
    writeFileSync(file, header);
    expect(() => openEngine({ directory: engine.directory })).toThrow(
      expect.objectContaining({ message: expect.stringContaining('another program') }),
    );
    engine = new TestEngine();
  });

  test('can be flushed, and used no more after closing', () => {
    things.insert([{ _id: 1 }], {});
    engine.engine.flush();
    const { engine: closed } = engine;
    closed.close();
    closed.close();
    expect(() => things.insert([{ _id: 2 }], {})).toThrow(expect.objectContaining({ code: 11600 }));
    expect(() => closed.beginTransaction()).toThrow(expect.objectContaining({ code: 11600 }));
    engine = new TestEngine();
  });
});
