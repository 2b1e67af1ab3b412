import { NpmModuleMongodb, NpmModuleMongodbVersion } from '@bolide/meteor/npm-mongo';
import { MissingDatabaseError, missingDatabaseDriver } from './drivers/missing-database-driver.js';
import type { CollectionDriver } from './drivers/types.js';

/** Opens collections of a MongoDB database. */
class RemoteCollectionDriver {
  constructor(url: string) {
    throw new MissingDatabaseError(`MongoInternals.RemoteCollectionDriver("${maskPassword(url)}")`);
  }
}

function maskPassword(url: string): string {
  return String(url).replace(/:[^:@/]*@/, ':***@');
}

/** What packages use of the database behind collections. */
export const MongoInternals = {
  RemoteCollectionDriver,
  /** The driver of the collections of this server. */
  defaultRemoteCollectionDriver: (): CollectionDriver => missingDatabaseDriver,
  NpmModules: { mongodb: { version: NpmModuleMongodbVersion, module: NpmModuleMongodb } },
  NpmModule: NpmModuleMongodb,
};
