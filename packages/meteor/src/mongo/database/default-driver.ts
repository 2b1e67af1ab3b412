import { Meteor } from '@bolide/meteor/meteor';
import { readVariable } from '@bolide/runtime';
import { embeddedAddress, embeddedDataDirectory } from '../embedded/start-embedded.js';
import { readReactivityOrder } from '../observe/reactivity-order.js';
import { connectionOptions } from './connection-options.js';
import { Database } from './database.js';
import { RemoteCollectionDriver } from './remote-collection-driver.js';

let driver: RemoteCollectionDriver | undefined;

/** The driver of the collections of this server: of the database MONGO_URL, or the embedded one. */
export function defaultDriver(): RemoteCollectionDriver {
  driver ??= new RemoteCollectionDriver(openDatabase(), { reactivity: readReactivityOrder() });
  return driver;
}

function openDatabase(): Database {
  const url = readVariable('MONGO_URL');
  if (url) return new Database({ url, label: 'MONGO_URL', options: connectionOptions() });
  return new Database({ ...embeddedAddress(embeddedDataDirectory()), options: connectionOptions() });
}

/** Before anything else starts, the database is there, or the server ends with a message that says why. */
export function connectAtStartup(): void {
  Meteor.startup(async () => {
    if (driver || readVariable('MONGO_URL')) await defaultDriver().mongo.connect();
  });
}
