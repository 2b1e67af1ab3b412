import { LocalCollection } from '@bolide/meteor/minimongo';
import type { CollectionDriver, DriverCollection } from './types.js';

type Collections = Map<string, LocalCollection>;

/** Keeps documents in memory. Collections of one name and connection are the same documents. */
class LocalCollectionDriverClass implements CollectionDriver {
  readonly #withoutConnection: Collections = new Map();
  readonly #byConnection = new WeakMap<object, Collections>();

  open(name: string | null, connection: object | null): DriverCollection {
    if (!name) return new LocalCollection() as unknown as DriverCollection;
    const collections = this.#collectionsOf(connection);
    let collection = collections.get(name);
    if (!collection) {
      collection = new LocalCollection(name);
      collections.set(name, collection);
    }
    return collection as unknown as DriverCollection;
  }

  #collectionsOf(connection: object | null): Collections {
    if (!connection) return this.#withoutConnection;
    let collections = this.#byConnection.get(connection);
    if (!collections) {
      collections = new Map();
      this.#byConnection.set(connection, collections);
    }
    return collections;
  }
}

export const LocalCollectionDriver: CollectionDriver = new LocalCollectionDriverClass();
