import type { CollectionStatic } from './types.js';

declare module '@bolide/meteor/meteor' {
  interface MeteorStatic {
    /** @deprecated Use Mongo.Collection. */
    Collection: CollectionStatic;
  }
}
