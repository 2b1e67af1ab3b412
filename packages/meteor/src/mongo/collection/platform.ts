import type { CollectionDriver } from '../drivers/types.js';

/** What differs between collections of clients and servers. */
export interface CollectionPlatform {
  readonly isClient: boolean;
  /** The connection of collections that name none: to the server, or the server itself. */
  defaultConnection(): object | null;
  /** What keeps the documents of collections of the server itself. */
  databaseDriver(): CollectionDriver;
}
