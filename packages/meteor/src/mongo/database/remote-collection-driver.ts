import { ChangeStreamDriver } from '../change-streams/change-stream-driver.js';
import type { CollectionDriver, DatabaseConnection, DriverCollection, ObserveDriver } from '../drivers/types.js';
import { Reactivity } from '../observe/reactivity.js';
import type { ReactivityName } from '../observe/reactivity-order.js';
import { PollingDriver } from '../polling/polling-driver.js';
import type { Database } from './database.js';
import { DatabaseCollection } from './database-collection.js';
import { databaseSource } from './database-source.js';

export interface RemoteCollectionDriverOptions {
  readonly reactivity: readonly ReactivityName[];
}

/** Opens collections of a database. */
export class RemoteCollectionDriver implements CollectionDriver {
  readonly mongo: DatabaseConnection & Database;
  readonly reactivity: Reactivity;
  readonly #drivers: readonly (ObserveDriver & { close?(): void })[];

  constructor(database: Database, { reactivity }: RemoteCollectionDriverOptions) {
    this.mongo = database;
    const source = databaseSource(database);
    const drivers: (ObserveDriver & { close?(): void })[] = [];
    for (const name of reactivity) {
      if (name === 'changeStreams') drivers.push(new ChangeStreamDriver(source));
      // What the others cannot do, polling does, whether it was asked for or not.
      else if (name === 'polling') break;
    }
    drivers.push(new PollingDriver(source));
    this.reactivity = new Reactivity(drivers);
    this.#drivers = drivers;
  }

  /** Ends all change streams. */
  close(): void {
    for (const driver of this.#drivers) driver.close?.();
  }

  open(name: string | null): DriverCollection {
    if (name === null) throw new Error('A collection of the database needs a name');
    return new DatabaseCollection(name, this.mongo, this.reactivity) as DriverCollection;
  }
}
