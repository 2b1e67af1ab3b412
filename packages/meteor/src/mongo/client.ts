// Makes `Meteor.connection`.
import '@bolide/meteor/ddp-client';
import { Meteor } from '@bolide/meteor/meteor';
import { Extensions } from './collection/extensions.js';
import { createMongo } from './create-mongo.js';
import { LocalCollectionDriver } from './drivers/local-collection-driver.js';
import './meteor-members.js';
import { Mongo } from './mongo.js';

export type { CollectionExtensionsApi } from './collection/extensions.js';
export type * from './drivers/types.js';
export type * from './types.js';
export { Mongo };

/** Lets packages add to all collections. */
export const CollectionExtensions = new Extensions();

Object.assign(
  Mongo,
  createMongo(
    {
      isClient: true,
      defaultConnection: () => Meteor.connection ?? null,
      databaseDriver: () => LocalCollectionDriver,
    },
    CollectionExtensions,
  ),
);
Meteor.Collection = Mongo.Collection;
