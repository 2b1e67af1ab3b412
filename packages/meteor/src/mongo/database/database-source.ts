import type { Document } from '@bolide/meteor/minimongo';
import { loadDriver } from '@bolide/meteor/npm-mongo';
import type { Filter } from 'mongodb';
import type { RawChangeStream, StreamSource } from '../change-streams/collection-stream.js';
import type { CursorDescription } from '../drivers/types.js';
import type { DocumentSource } from '../observe/document-source.js';
import { fromDatabase } from '../values/from-database.js';
import { toDatabase } from '../values/to-database.js';
import type { Database } from './database.js';
import { driverFindOptions } from './find-options.js';

/** What observe drivers need of a database. */
export function databaseSource(database: Database): DocumentSource & StreamSource {
  return {
    async fetch({ collectionName, selector, options }: CursorDescription, instead?: Document): Promise<Document[]> {
      await database.started();
      const documents = await database
        .rawCollection(collectionName)
        .find(toDatabase(selector, loadDriver()) as Filter<Document>, {
          ...driverFindOptions({ ...options, ...instead }),
          // Secondaries may not have yet what a change stream has told of.
          readPreference: 'primary',
        })
        .toArray();
      return documents.map((document) => fromDatabase(document) as Document);
    },

    async now(): Promise<unknown> {
      await database.started();
      return (await database.db.command({ ping: 1 })).operationTime;
    },

    watch: (collection, options) =>
      database.streamDb.collection(collection).watch([], options) as unknown as RawChangeStream,
  };
}
