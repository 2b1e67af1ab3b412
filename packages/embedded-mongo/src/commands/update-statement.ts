import type { Document } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { UpdateChange } from '../engine/types.js';
import { Arguments, isDocument } from './arguments.js';
import { failedToParse, typeMismatch } from './errors.js';
import { readVariables } from './variables.js';
import { withoutUndefined } from './without-undefined.js';

const KNOWN = new Set([
  'q',
  'u',
  'c',
  'multi',
  'upsert',
  'upsertSupplied',
  'arrayFilters',
  'collation',
  'hint',
  'sort',
  'sampleId',
]);

/** Reads one entry of `updates`. */
export function readUpdateStatement(statement: Document, variables: Document | undefined): UpdateChange {
  const args = new Arguments('update.updates', statement);
  args.only(KNOWN);
  const update = readModification(args.get('u'), 'update.updates.u');
  const multi = args.boolean('multi');
  const sort = args.document('sort');
  if (multi && sort) throw failedToParse('Cannot specify sort with multi=true');
  if (multi && !Array.isArray(update) && !hasOperators(update as Document)) {
    throw failedToParse('multi update is not supported for replacement-style update');
  }
  return withoutUndefined<UpdateChange>({
    filter: args.required('q', args.document('q')),
    update,
    multi,
    upsert: args.boolean('upsert'),
    arrayFilters: args.documents('arrayFilters'),
    collation: args.document('collation'),
    hint: args.hint(),
    let: mergeVariables(variables, readVariables(args.document('c'))),
    sort,
  });
}

/**
 * An update as operators, a replacement or a pipeline.
 * @throws MongoError 9 for anything else
 */
export function readModification(value: unknown, field: string): Document | readonly Document[] {
  if (Array.isArray(value)) {
    value.forEach((stage, index) => {
      if (!isDocument(stage)) throw typeMismatch(`${field}.${index}`, stage, 'object');
    });
    return value as Document[];
  }
  if (value === undefined) throw new MongoError(40414, `BSON field '${field}' is missing but a required field`);
  if (!isDocument(value)) throw failedToParse('Update argument must be either an object or an array');
  return value;
}

/** Whether an update document changes fields, rather than replacing the document. */
export function hasOperators(update: Document): boolean {
  for (const name in update) return name.startsWith('$');
  return false;
}

function mergeVariables(outer: Document | undefined, inner: Document | undefined): Document | undefined {
  return outer && inner ? { ...outer, ...inner } : (inner ?? outer);
}
