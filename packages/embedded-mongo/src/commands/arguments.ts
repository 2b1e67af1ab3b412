import type { Document, Long } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import { badValue, typeMismatch } from './errors.js';

/**
 * Reads the arguments of one command with MongoDB's checks and messages. A missing argument and `null` are the same:
 * the readers give `undefined`, or the default where there is one.
 */
export class Arguments {
  readonly body: Document;
  readonly #command: string;

  /** @param command Name of the command, or the path to a part of it (`update.updates`), for messages. */
  constructor(command: string, body: Document) {
    this.#command = command;
    this.body = body;
  }

  get(name: string): unknown {
    return Object.hasOwn(this.body, name) ? this.body[name] : undefined;
  }

  has(name: string): boolean {
    const value = this.get(name);
    return value !== undefined && value !== null;
  }

  string(name: string): string | undefined {
    const value = this.get(name) ?? undefined;
    if (value !== undefined && typeof value !== 'string') throw this.#mismatch(name, value, 'string');
    return value;
  }

  boolean(name: string, missing = false): boolean {
    const value = this.get(name) ?? undefined;
    if (value === undefined) return missing;
    if (typeof value === 'boolean') return value;
    const number = toNumber(value);
    if (number === undefined) throw this.#mismatch(name, value, 'bool');
    return number !== 0;
  }

  document(name: string): Document | undefined {
    const value = this.get(name) ?? undefined;
    if (value !== undefined && !isDocument(value)) throw this.#mismatch(name, value, 'object');
    return value;
  }

  array(name: string): unknown[] | undefined {
    const value = this.get(name) ?? undefined;
    if (value !== undefined && !Array.isArray(value)) throw this.#mismatch(name, value, 'array');
    return value;
  }

  /** An array of documents. */
  documents(name: string): Document[] | undefined {
    const values = this.array(name);
    values?.forEach((value, index) => {
      if (!isDocument(value)) throw this.#mismatch(`${name}.${index}`, value, 'object');
    });
    return values as Document[] | undefined;
  }

  /** An array of documents, some of which may have stayed BSON. */
  encodedDocuments(name: string): (Document | Uint8Array)[] | undefined {
    const values = this.array(name);
    values?.forEach((value, index) => {
      if (!(value instanceof Uint8Array) && !isDocument(value))
        throw this.#mismatch(`${name}.${index}`, value, 'object');
    });
    return values as (Document | Uint8Array)[] | undefined;
  }

  /** A whole number >= 0; fractions are cut off as MongoDB does. */
  count(name: string): number | undefined {
    const value = this.integer(name);
    if (value !== undefined && value < 0) {
      throw new MongoError(51024, `BSON field '${name}' value must be >= 0, actual value '${value}'`);
    }
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.get(name) ?? undefined;
    if (value === undefined) return undefined;
    const number = toNumber(value);
    if (number === undefined) throw this.#mismatch(name, value, 'long');
    if (Number.isNaN(number)) throw badValue(`'${this.#command}.${name}' must be a number`);
    return Math.trunc(number);
  }

  hint(name = 'hint'): string | Document | undefined {
    const value = this.get(name) ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    if (!isDocument(value)) throw this.#mismatch(name, value, '[string, object]');
    return Object.keys(value).length === 0 ? undefined : value;
  }

  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) {
      throw new MongoError(40414, `BSON field '${this.#command}.${name}' is missing but a required field`);
    }
    return value;
  }

  /** @throws MongoError 40415 for the first argument that is neither in `known` nor one that any command takes. */
  only(known: ReadonlySet<string>): void {
    for (const name of Object.keys(this.body)) {
      if (!known.has(name) && !GENERIC_ARGUMENTS.has(name)) {
        throw new MongoError(40415, `BSON field '${this.#command}.${name}' is an unknown field.`);
      }
    }
  }

  #mismatch(name: string, value: unknown, expected: string): MongoError {
    return typeMismatch(`${this.#command}.${name}`, value, expected);
  }
}

/** Arguments that MongoDB takes with any command. */
const GENERIC_ARGUMENTS: ReadonlySet<string> = new Set([
  '$db',
  '$clusterTime',
  '$client',
  '$audit',
  '$configServerState',
  '$configTime',
  '$topologyTime',
  '$oplogQueryData',
  '$queryOptions',
  '$readPreference',
  '$replData',
  'allowImplicitCollectionCreation',
  'apiDeprecationErrors',
  'apiStrict',
  'apiVersion',
  'autocommit',
  'clientOperationKey',
  'comment',
  'coordinator',
  'databaseVersion',
  'help',
  'lsid',
  'maxTimeMS',
  'maxTimeMSOpOnly',
  'mayBypassWriteBlocking',
  'rawData',
  'readConcern',
  'requestGossipRoutingCache',
  'serialization_context',
  'shardVersion',
  'startTransaction',
  'stmtId',
  'stmtIds',
  'tracking_info',
  'txnNumber',
  'txnRetryCounter',
  'writeConcern',
]);

/** A plain sub-document, as opposed to arrays, dates and BSON's value types. */
export function isDocument(value: unknown): value is Document {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !(value instanceof RegExp) &&
    !(value instanceof Uint8Array) &&
    (value as { _bsontype?: unknown })._bsontype === undefined
  );
}

/** A number of any of BSON's numeric types as JavaScript's, `undefined` for what is no number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return undefined;
  switch ((value as { _bsontype?: unknown })._bsontype) {
    case 'Long':
      return (value as Long).toNumber();
    case 'Int32':
    case 'Double':
      return Number((value as { value: number }).value);
    case 'Decimal128':
      return Number(String(value));
    default:
      return undefined;
  }
}
