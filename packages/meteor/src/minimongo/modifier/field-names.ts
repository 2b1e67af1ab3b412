import { EJSON } from '@bolide/meteor/ejson';
import { MinimongoError } from '../minimongo-error.js';
import { isPlainObject } from '../values/bson-type.js';

/** @throws MinimongoError for names that MongoDB does not store, and for one that JavaScript treats as no field. */
export function assertValidFieldName(key: string): void {
  if (key.startsWith('$')) throw MinimongoError(`Key ${key} must not start with '$'`);
  if (key.includes('.')) throw MinimongoError(`Key ${key} must not contain '.'`);
  if (key.includes('\0')) throw MinimongoError(`Key ${key} must not contain null bytes`);
  if (key === '__proto__') throw MinimongoError(`Key ${key} must not be used`);
}

/** Checks the names of all fields in a value. */
export function assertValidFieldNames(value: unknown): void {
  if (Array.isArray(value)) {
    for (const element of value) assertValidFieldNames(element);
  } else if (isPlainObject(value) && !EJSON._isCustomType(value)) {
    for (const [key, field] of Object.entries(value)) {
      assertValidFieldName(key);
      if (typeof field === 'object') assertValidFieldNames(field);
    }
  }
}
