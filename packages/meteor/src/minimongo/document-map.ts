import { IdMap } from '@bolide/meteor/id-map';
import { MongoID } from '@bolide/meteor/mongo-id';
import type { PlainObject } from './values/bson-type.js';

/** Something by the `_id`s of documents. */
export class MinimongoIdMap<Value> extends IdMap<unknown, Value> {
  constructor() {
    super(MongoID.idStringify, MongoID.idParse);
  }
}

/**
 * Documents by `_id`. None of them is ever changed: an update puts another one in its place. So results, snapshots and
 * saved originals are lists of the documents themselves, and nothing needs to be copied to be remembered.
 */
export type DocumentMap = MinimongoIdMap<PlainObject>;

export function keyOfId(id: unknown): string {
  return MongoID.idStringify(id);
}
