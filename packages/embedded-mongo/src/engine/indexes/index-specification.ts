import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import { isDocument, typeNameOf } from '../bson/value-type.js';
import { type Collation, compileCollation } from '../collation/collation.js';
import { MongoError } from '../mongo-error.js';
import { compileFilter } from '../query/compile-filter.js';
import { isTrue } from '../query/parse-operators.js';
import { asNumber } from '../query/predicates/integer-operand.js';
import type { IndexSpecification } from '../types.js';

export const ID_INDEX: IndexSpecification = { key: { _id: 1 }, name: '_id_' };

const MAX_FIELDS = 32;
const MAX_TTL_SECONDS = 2147483647;
const SPECIAL_TYPES = new Set(['text', '2dsphere', '2d', 'hashed']);

/** Options that an index may have beside its key and name. */
const KNOWN_OPTIONS = new Set([
  'v',
  'unique',
  'sparse',
  'hidden',
  'background',
  'partialFilterExpression',
  'expireAfterSeconds',
  'collation',
  'storageEngine',
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
  'wildcardProjection',
  'prepareUnique',
  'clustered',
  'ns',
  'dropDups',
]);

/** Kept by MongoDB for old clients, without effect. */
const IGNORED_OPTIONS = new Set(['v', 'background', 'ns', 'dropDups', 'storageEngine']);

/**
 * Checks what somebody wants for an index and fills in what is left out, in a fixed order of fields, so that two that
 * are the same look the same.
 * @throws MongoError 67 CannotCreateIndex, 197 InvalidIndexSpecificationOption, 72 InvalidOptions, 9, 14
 */
export function completeSpecification(given: IndexSpecification, inherited: Collation | undefined): IndexSpecification {
  const { key } = given;
  if (!isDocument(key)) throw new MongoError(14, `The field 'key' must be an object, but got ${typeNameOf(key)}`);
  checkKey(key);
  const complete: { name: string; key: Document; [option: string]: unknown } = {
    key: key as Document,
    name: given.name ?? generatedName(key),
  };
  if (typeof complete.name !== 'string' || complete.name === '') {
    throw new MongoError(67, 'The index name cannot be empty');
  }
  for (const name of Object.keys(given)) {
    if (name !== 'key' && name !== 'name' && !KNOWN_OPTIONS.has(name)) {
      throw new MongoError(
        197,
        `Error in specification ${describeValue(given)} :: caused by :: The field '${name}' is not valid for an index specification. Specification: ${describeValue(given)}`,
      );
    }
  }
  for (const flag of ['unique', 'sparse', 'hidden'] as const) {
    if (given[flag] !== undefined && isTrue(given[flag])) complete[flag] = true;
  }
  addPartialFilter(complete, given);
  addExpiry(complete, given);
  const collation = given.collation ? compileCollation(given.collation) : inherited;
  if (collation) complete.collation = collation.specification;
  for (const name of [...KNOWN_OPTIONS].sort()) {
    if (given[name] !== undefined && !(name in complete) && !IGNORED_OPTIONS.has(name)) {
      if (name !== 'collation' && !['unique', 'sparse', 'hidden'].includes(name)) complete[name] = given[name];
    }
  }
  addSpecialDefaults(complete);
  return complete;
}

function checkKey(key: Document): void {
  const paths = Object.keys(key);
  if (paths.length === 0) throw new MongoError(67, 'Index keys cannot be an empty object');
  if (paths.length > MAX_FIELDS) throw new MongoError(13103, `cannot have more than ${MAX_FIELDS} fields in an index`);
  for (const path of paths) {
    const value: unknown = key[path];
    if (path === '' || path.split('.').includes('')) {
      throw new MongoError(67, 'Index keys cannot contain an empty field');
    }
    if (
      path.split('.').some((part) => part.startsWith('$') && !['$id', '$ref', '$db'].includes(part)) &&
      !path.endsWith('$**')
    ) {
      throw new MongoError(67, `Index key contains an illegal field name: field name starts with '$'.`);
    }
    if (path.endsWith('$**')) throw new MongoError(67, 'Wildcard indexes are not supported by the embedded database');
    if (typeof value === 'string') {
      if (!SPECIAL_TYPES.has(value)) throw new MongoError(67, `Unknown index plugin '${value}'`);
      continue;
    }
    const number = asNumber(value);
    if (number === undefined) {
      throw new MongoError(
        67,
        `Values in v:2 index key pattern cannot be of type ${typeNameOf(value)}. Only numbers > 0, numbers < 0, and strings are allowed.`,
      );
    }
    if (number === 0 || Number.isNaN(number)) {
      throw new MongoError(67, 'Values in the index key pattern cannot be 0.');
    }
  }
}

function generatedName(key: Document): string {
  return Object.entries(key)
    .map(([path, value]) => `${path}_${String(value)}`)
    .join('_');
}

function addPartialFilter(complete: Record<string, unknown>, given: IndexSpecification): void {
  const { partialFilterExpression: filter } = given;
  if (filter === undefined) return;
  if (!isDocument(filter)) {
    throw new MongoError(14, "The field 'partialFilterExpression' must be an object");
  }
  if (complete.sparse) throw new MongoError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  const { near, text } = compileFilter(filter);
  if (near || text) throw new MongoError(67, 'unsupported expression in partial index');
  complete.partialFilterExpression = filter;
}

function addExpiry(complete: Record<string, unknown>, given: IndexSpecification): void {
  if (given.expireAfterSeconds === undefined) return;
  const seconds = asNumber(given.expireAfterSeconds);
  if (seconds === undefined || seconds < 0 || seconds > MAX_TTL_SECONDS) {
    throw new MongoError(
      67,
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, it is ${String(given.expireAfterSeconds)}`,
    );
  }
  if (Object.keys(given.key).length > 1) {
    throw new MongoError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  }
  if (Object.keys(given.key)[0] === '_id') throw new MongoError(197, 'The field _id cannot have a TTL index');
  complete.expireAfterSeconds = seconds;
}

function addSpecialDefaults(complete: { key: Document; [option: string]: unknown }): void {
  const kinds = Object.values(complete.key);
  if (kinds.includes('2dsphere')) complete['2dsphereIndexVersion'] ??= 3;
  if (!kinds.includes('text')) return;
  const weights = Object.fromEntries(
    Object.entries(complete.key).flatMap(([path, kind]) => (kind === 'text' ? [[path, 1]] : [])),
  );
  complete.weights = { ...weights, ...(isDocument(complete.weights) ? complete.weights : {}) };
  complete.default_language ??= 'english';
  complete.language_override ??= 'language';
  complete.textIndexVersion ??= 3;
}
