import { CollectionPrototype } from './collection-prototype.js';

export type * from './types.js';

/** The rules for writes of clients: `Mongo.Collection` has the methods of `CollectionPrototype`. */
export const AllowDeny = { CollectionPrototype };
