import type { ObjectId } from 'bson';

/** BSON's deprecated DBPointer, which npm `bson` would turn into something else. */
export class DbPointer {
  readonly _bsontype = 'DBPointer';
  readonly namespace: string;
  readonly id: ObjectId;

  constructor(namespace: string, id: ObjectId) {
    this.namespace = namespace;
    this.id = id;
  }
}
