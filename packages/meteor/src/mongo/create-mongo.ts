import { LocalCollection } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import { createCollectionClass } from './collection/create-collection-class.js';
import type { Extensions } from './collection/extensions.js';
import type { CollectionPlatform } from './collection/platform.js';
import type { Collection, MongoStatic } from './types.js';

/** Makes the namespace `Mongo` for a client or a server. */
export function createMongo(
  platform: CollectionPlatform,
  extensions: Extensions,
): Omit<MongoStatic, 'setConnectionOptions'> {
  const collections = new Map<string | null, Collection>();
  return {
    Collection: createCollectionClass({
      platform,
      extensions,
      onCreate: (name, collection) => collections.set(name, collection as Collection),
    }),
    ObjectID: MongoID.ObjectID,
    Cursor: LocalCollection.Cursor,
    getCollection: <C>(name: string) => collections.get(name) as C,
    _collections: collections,
  };
}
