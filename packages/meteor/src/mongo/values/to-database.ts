import { EJSON } from '@bolide/meteor/ejson';
import { MongoID } from '@bolide/meteor/mongo-id';
import type * as Mongodb from 'mongodb';
import { prefixNames } from './names.js';

/** MongoDB takes no more. What is deeper here is in most cases an object that contains itself. */
const MAXIMUM_DEPTH = 100;

type Driver = Pick<typeof Mongodb, 'Binary' | 'ObjectId'>;

/**
 * A value of Meteor as the driver takes it: ids, binary data, and custom types of EJSON. What needs no change is shared
 * with the result, never changed.
 *
 * @throws Error for what is nested deeper than 100 levels, or contains itself.
 */
export function toDatabase(value: unknown, driver: Driver, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAXIMUM_DEPTH) {
    throw new Error(`The document contains itself, or is nested deeper than ${MAXIMUM_DEPTH} levels.`);
  }
  const atom = atomToDatabase(value, driver);
  if (atom !== undefined) return atom;
  if (Array.isArray(value)) return elementsToDatabase(value, driver, depth);
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key];
    const converted = toDatabase(field, driver, depth + 1);
    if (converted === field) continue;
    copy ??= { ...value };
    copy[key] = converted;
  }
  return copy ?? value;
}

function elementsToDatabase(elements: readonly unknown[], driver: Driver, depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < elements.length; index++) {
    const converted = toDatabase(elements[index], driver, depth + 1);
    if (converted === elements[index]) continue;
    copy ??= [...elements];
    copy[index] = converted;
  }
  return copy ?? elements;
}

/** The form of what is no object of fields; `undefined` for an object or array. */
function atomToDatabase(value: object, { Binary, ObjectId }: Driver): unknown {
  if (value instanceof Date || value instanceof RegExp || '_bsontype' in value) return value;
  if (value instanceof Uint8Array) return new Binary(Buffer.from(value));
  if (value instanceof MongoID.ObjectID) return new ObjectId(value.toHexString());
  if (EJSON._isCustomType(value)) return prefixNames(EJSON.toJSONValue(value as never));
  return undefined;
}
