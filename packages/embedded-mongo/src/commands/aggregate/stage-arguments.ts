import type { Document } from 'bson';
import { isDocument } from '../../engine/bson/value-type.js';
import { MongoError } from '../../engine/mongo-error.js';
import { toNumber } from '../arguments.js';
import { typeName } from '../errors.js';

/** @throws MongoError with the stage's own code */
export function documentArgument(stage: string, value: unknown, code: number): Document {
  if (!isDocument(value)) {
    throw new MongoError(code, `the ${stage} stage specification must be an object, but found ${typeName(value)}`);
  }
  return value;
}

/** A field's name, or a path, of a document that a stage makes. */
export function fieldName(stage: string, option: string, value: unknown, code: number): string {
  if (typeof value !== 'string' || value === '' || value.startsWith('$') || value.includes('\0')) {
    throw new MongoError(code, `${stage} needs a field name as '${option}', but found: ${JSON.stringify(value)}`);
  }
  return value;
}

/** `'$a.b'` as `'a.b'`. */
export function fieldPath(stage: string, option: string, value: unknown, code: number): string {
  if (typeof value !== 'string' || !/^\$[^$]/.test(value)) {
    throw new MongoError(
      code,
      `path option to ${stage} stage should be prefixed with a '$': ${option} is ${JSON.stringify(value)}`,
    );
  }
  return value.slice(1);
}

/** @throws MongoError with the stage's own code if it is no whole number >= `least` */
export function wholeNumberArgument(stage: string, value: unknown, least: number, code: number): number {
  const number = toNumber(value);
  if (number === undefined || !Number.isSafeInteger(number) || number < least) {
    throw new MongoError(
      code,
      `invalid argument to ${stage} stage: Expected a number >= ${least} in: ${JSON.stringify(value)}`,
    );
  }
  return number;
}

/** @throws MongoError 40415 for a field that the stage does not have */
export function onlyOptions(stage: string, given: Document, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw new MongoError(40415, `BSON field '${stage}.${name}' is an unknown field.`);
  }
}
