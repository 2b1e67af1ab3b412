import { check } from '@bolide/meteor/check';
// Makes `Meteor.server`.
import '@bolide/meteor/ddp';
import { Meteor } from '@bolide/meteor/meteor';
import type { Document } from '@bolide/meteor/minimongo';
import { Extensions } from './collection/extensions.js';
import { createMongo } from './create-mongo.js';
import { connectAtStartup, defaultDriver } from './database/default-driver.js';
import './meteor-members.js';
import { Mongo } from './mongo.js';

export type { CollectionExtensionsApi } from './collection/extensions.js';
export type * from './drivers/types.js';
export { MongoInternals } from './mongo-internals.js';
export type * from './types.js';
export { Mongo };

/** Lets packages add to all collections. */
export const CollectionExtensions = new Extensions();

Object.assign(
  Mongo,
  createMongo(
    {
      isClient: false,
      defaultConnection: () => Meteor.server ?? null,
      databaseDriver: defaultDriver,
    },
    CollectionExtensions,
  ),
  {
    setConnectionOptions(options: Document) {
      check(options, Object);
      Mongo._connectionOptions = options;
    },
  },
);
Meteor.Collection = Mongo.Collection;
connectAtStartup();
