// A stand-in for the storage engine: everything in memory, just enough for the server's first tests.
import { type Document, deserialize, ObjectId, serialize } from 'bson';
import { Query } from 'mingo';
import { updateOne } from 'mingo/updater';
import { MongoError } from '../engine/mongo-error.js';
import type { BatchLimits, Engine, EngineCollection, FindQuery } from '../engine/types.js';

export function fakeEngine(): Engine {
  const collections = new Map<string, EngineCollection>();
  let increment = 0;
  const listeners = new Set<() => void>();
  const engine = {
    clock: { now: () => ({ t: Math.floor(Date.now() / 1000), i: ++increment }) },
    changeWindow: { first: undefined, last: undefined },
    collection: (database: string, name: string) => collections.get(`${database}.${name}`),
    createCollection(database: string, name: string) {
      const made = fakeCollection(database, name);
      collections.set(`${database}.${name}`, made);
      return made;
    },
    isWritable: () => true,
    whenWritable: async () => {},
    onCommit(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changes: () => [],
    flush() {},
    close() {},
  };
  return engine as unknown as Engine;
}

function fakeCollection(database: string, name: string): EngineCollection {
  const documents: Document[] = [];
  const matching = (query: FindQuery) => {
    let cursor = new Query(query.filter).find<Document>(documents, query.projection);
    if (query.sort) cursor = cursor.sort(query.sort as Record<string, 1>);
    if (query.skip) cursor = cursor.skip(query.skip);
    if (query.limit) cursor = cursor.limit(query.limit);
    return cursor.all();
  };
  const collection = {
    namespace: { database, collection: name },
    info: { name, uuid: new Uint8Array(16), options: {} },
    count: () => documents.length,
    find(query: FindQuery) {
      const found = matching(query);
      let at = 0;
      return {
        lastRecord: 0,
        [Symbol.iterator]: () => found[Symbol.iterator](),
        nextBatch(limits: BatchLimits) {
          const slice = found.slice(at, at + limits.documents).map((document) => serialize(document));
          at += slice.length;
          return { documents: slice, done: at >= found.length };
        },
      };
    },
    insert(added: readonly (Document | Uint8Array)[]) {
      const errors = [];
      let n = 0;
      for (const [index, each] of added.entries()) {
        const document = each instanceof Uint8Array ? deserialize(each) : each;
        document._id ??= new ObjectId();
        if (documents.some((other) => String(other._id) === String(document._id))) {
          errors.push({ index, code: 11000, errmsg: 'E11000 duplicate key' });
          break;
        }
        documents.push(document);
        n += 1;
      }
      return { n, errors };
    },
    update(change: { filter: Document; update: Document; multi: boolean }) {
      const found = matching({ filter: change.filter, ...(change.multi ? {} : { limit: 1 }) });
      for (const each of found) updateOne(documents as never, { _id: each._id }, change.update as never);
      return { matched: found.length, modified: found.length };
    },
    remove(removal: { filter: Document; limit: number }) {
      const found = matching({ filter: removal.filter, limit: removal.limit });
      for (const each of found)
        documents.splice(
          documents.findIndex((other) => String(other._id) === String(each._id)),
          1,
        );
      return { n: found.length };
    },
    explain() {
      throw new MongoError(238, 'not here');
    },
  };
  return collection as unknown as EngineCollection;
}
