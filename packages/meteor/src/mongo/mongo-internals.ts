import type { Document } from '@bolide/meteor/minimongo';
import { NpmModuleMongodb, NpmModuleMongodbVersion } from '@bolide/meteor/npm-mongo';
import { connectionOptions } from './database/connection-options.js';
import { Database } from './database/database.js';
import { defaultDriver } from './database/default-driver.js';
import { RemoteCollectionDriver } from './database/remote-collection-driver.js';
import type { CollectionDriver } from './drivers/types.js';
import { readReactivityOrder } from './observe/reactivity-order.js';

/** Opens collections of a MongoDB database. */
class RemoteCollectionDriverOfUrl extends RemoteCollectionDriver {
  /** @param options Of the driver; others, as `oplogUrl`, are ignored. */
  constructor(url: string, options?: Document) {
    const { oplogUrl: _, oplogOptions: __, ...own } = options ?? {};
    super(new Database({ url, options: { ...connectionOptions(), ...own } }), { reactivity: readReactivityOrder() });
  }
}

/** What packages use of the database behind collections. */
export const MongoInternals = {
  RemoteCollectionDriver: RemoteCollectionDriverOfUrl,
  /** The driver of the collections of this server. */
  defaultRemoteCollectionDriver: (): CollectionDriver => defaultDriver(),
  NpmModules: { mongodb: { version: NpmModuleMongodbVersion, module: NpmModuleMongodb } },
  NpmModule: NpmModuleMongodb,
};
