import { Package } from '@bolide/meteor/core-runtime';
import { describe, expect, test } from 'vitest';
import { MongoInternals } from '../mongo-internals.js';
import { createServerMongo } from '../test-support/fake-server.js';
import { missingDatabaseDriver } from './missing-database-driver.js';

const { Mongo, server } = createServerMongo(missingDatabaseDriver);
const things = new Mongo.Collection('things');
const message = 'The collection "things" needs a database: this version of Bolide has no database driver yet';

describe('a collection of a server without a database', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['insertAsync', () => things.insertAsync({})],
    ['updateAsync', () => things.updateAsync({}, { $set: { a: 1 } })],
    ['upsertAsync', () => things.upsertAsync({}, { $set: { a: 1 } })],
    ['removeAsync', () => things.removeAsync({})],
    ['findOneAsync', () => things.findOneAsync()],
    ['countDocuments', () => things.countDocuments()],
    ['estimatedDocumentCount', () => things.estimatedDocumentCount()],
    ['createIndexAsync', () => things.createIndexAsync({ a: 1 })],
    ['fetchAsync', () => things.find().fetchAsync()],
    ['fetch', () => things.find().fetch() as unknown as Promise<unknown>],
    ['countAsync', () => things.find().countAsync()],
    ['observeChangesAsync', () => things.find().observeChangesAsync({ added() {} })],
    ['_publishCursor', () => things.find()._publishCursor({} as never) as Promise<unknown>],
  ])('%s fails with one clear error', async (_name, run) => {
    await expect(run()).rejects.toThrow(message);
    await expect(run()).rejects.toMatchObject({ name: 'MissingDatabaseError' });
  });

  test('can be declared, and published', () => {
    const cursor = things.find({ a: 1 });
    expect(cursor._getCollectionName()).toBe('things');
    expect(cursor.getTransform()).toBeNull();
    expect(() => [...cursor]).toThrow(message);
    expect(() => things.rawCollection()).toThrow(message);
    expect(() => things.rawDatabase()).toThrow('needs a database');
  });

  test('has no synchronous methods, as with one', () => {
    expect(() => things.findOne()).toThrow(
      'findOne is not available on the server. Please use findOneAsync() instead.',
    );
    expect(() => things.insert({})).toThrow('insert is not available on the server. Please use insertAsync() instead.');
    expect(() => things.update({}, { $set: { a: 1 } })).toThrow('Please use updateAsync() instead.');
    expect(() => things.remove({})).toThrow('Please use removeAsync() instead.');
  });

  test('refuses clients as long as they may not write', async () => {
    await expect(server.call('/things/insertAsync', { a: 1 })).rejects.toMatchObject({ error: 403 });
  });

  test('is not published automatically: each client would get an error', () => {
    Package.autopublish = {};
    try {
      new Mongo.Collection('others');
      expect(server.published).toEqual([]);
    } finally {
      delete Package.autopublish;
    }
  });
});

describe('MongoInternals', () => {
  test('says that there is no database', () => {
    expect(MongoInternals.defaultRemoteCollectionDriver()).toBe(missingDatabaseDriver);
    expect(() => MongoInternals.defaultRemoteCollectionDriver().mongo).toThrow('needs a database');
    expect(() => new MongoInternals.RemoteCollectionDriver('mongodb://me:secret@host/db')).toThrow(
      'mongodb://me:***@host/db',
    );
    expect(() => MongoInternals.NpmModules.mongodb.module.ObjectId).toThrow('NpmModuleMongodb.ObjectId');
  });
});
