import { EJSON } from '@bolide/meteor/ejson';
import { MongoID } from '@bolide/meteor/mongo-id';
import type { Binary } from 'mongodb';
import { unprefixNames } from './names.js';

type Fields = Record<string, unknown>;

/**
 * A value of the driver as Meteor has it: the contrary of `toDatabase`. Objects and arrays are changed in place, as
 * nobody else has them.
 */
export function fromDatabase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const element = value[index];
      if (typeof element === 'object' && element !== null) value[index] = fromDatabase(element);
    }
    return value;
  }
  const bsonType = (value as { _bsontype?: unknown })._bsontype;
  if (typeof bsonType === 'string') return fromBsonType(value, bsonType);
  if (isCustomType(value)) return EJSON.fromJSONValue(unprefixNames(value) as never);
  for (const key in value) {
    const field = (value as Fields)[key];
    if (typeof field === 'object' && field !== null) (value as Fields)[key] = fromDatabase(field);
  }
  return value;
}

function fromBsonType(value: object, bsonType: string): unknown {
  if (bsonType === 'ObjectId') return new MongoID.ObjectID((value as { toHexString(): string }).toHexString());
  // Other kinds (UUIDs, encrypted data …) stay what they are, so that they can be written back.
  if (bsonType === 'Binary' && (value as Binary).sub_type === 0) {
    const { buffer, position } = value as Binary;
    return new Uint8Array(buffer.subarray(0, position));
  }
  return value;
}

function isCustomType(value: object): boolean {
  return Object.hasOwn(value, 'EJSON$type') && Object.hasOwn(value, 'EJSON$value') && Object.keys(value).length === 2;
}
