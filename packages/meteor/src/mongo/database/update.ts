import { type Document, LocalCollection, type UpsertResult } from '@bolide/meteor/minimongo';
import type { ObjectID } from '@bolide/meteor/mongo-id';
import type { ClientSession, Filter, Collection as RawCollection, UpdateFilter, UpdateResult } from 'mongodb';
import { fromDatabase } from '../values/from-database.js';
import type { WriteOutcome } from './fenced-write.js';

type Raw = RawCollection<Document>;

export interface UpdateRequest {
  readonly selector: Document;
  /** Operators, or the document to put in place. */
  readonly modifier: Document;
  readonly options: Document;
  readonly driverOptions: { readonly session?: ClientSession };
  toDatabase(value: unknown): Document;
}

/** So often a document may come and go between looking for it and inserting it. */
const MOST_ATTEMPTS = 3;
const DUPLICATE_KEY = 11000;
const IMMUTABLE_FIELD = 66;

/** Updates or replaces documents, or inserts one; see `updateAsync` and `upsertAsync` of collections. */
export async function runUpdate(raw: Raw, request: UpdateRequest): Promise<WriteOutcome<UpsertResult>> {
  const { options, modifier } = request;
  const hasOperators = LocalCollection._isModificationMod(modifier);
  if (options._forbidReplace && !hasOperators) throw new Error('Invalid modifier. Replacements are forbidden.');
  const idForInsert = options.upsert ? chosenId(request) : undefined;
  if (!hasOperators) return replace(raw, request, idForInsert);
  const update: Document = { ...request.toDatabase(modifier) };
  if (idForInsert !== undefined) {
    update.$setOnInsert = { ...update.$setOnInsert, ...request.toDatabase({ _id: idForInsert }) };
  }
  const method = options.multi ? 'updateMany' : 'updateOne';
  const driverOptions = {
    ...request.driverOptions,
    ...(options.upsert && { upsert: true }),
    ...(options.arrayFilters && { arrayFilters: request.toDatabase(options.arrayFilters) as Document[] }),
    ...(options.collation && { collation: options.collation }),
    ...(options.hint && { hint: options.hint }),
  };
  return outcomeOf(await raw[method](filterOf(request), update as UpdateFilter<Document>, driverOptions));
}

/** The `_id` for the document that an upsert inserts, unless selector or modifier name it. */
function chosenId({ selector, modifier, options }: UpdateRequest): unknown {
  const named = LocalCollection._createUpsertDocument(selector, modifier)._id;
  return named === undefined ? options.insertedId : undefined;
}

async function replace(raw: Raw, request: UpdateRequest, idForInsert: unknown): Promise<WriteOutcome<UpsertResult>> {
  const { options, driverOptions } = request;
  if (options.multi) throw new Error('multi update only works with $ operators');
  const filter = filterOf(request);
  const replacement = request.toDatabase(request.modifier);
  const upsert = options.upsert === true;
  if (idForInsert === undefined) {
    return outcomeOf(await raw.replaceOne(filter, replacement, { ...driverOptions, upsert }));
  }
  // With an _id the replacement would be refused for an existing document, which has another one.
  const withId = { ...replacement, ...request.toDatabase({ _id: idForInsert }) };
  for (let attempt = 1; ; attempt++) {
    const replaced = await raw.replaceOne(filter, replacement, driverOptions);
    if (replaced.matchedCount > 0) return outcomeOf(replaced);
    try {
      return outcomeOf(await raw.replaceOne(filter, withId, { ...driverOptions, upsert: true }));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (attempt === MOST_ATTEMPTS || (code !== DUPLICATE_KEY && code !== IMMUTABLE_FIELD)) throw error;
    }
  }
}

function filterOf({ selector, toDatabase }: UpdateRequest): Filter<Document> {
  return toDatabase(selector) as Filter<Document>;
}

function outcomeOf(result: UpdateResult | Document): WriteOutcome<UpsertResult> {
  const { matchedCount, modifiedCount, upsertedCount, upsertedId } = result as UpdateResult;
  if (!upsertedCount) return { result: { numberAffected: matchedCount }, hasChanged: modifiedCount > 0 };
  const insertedId = fromDatabase(upsertedId) as string | ObjectID;
  return { result: { numberAffected: upsertedCount, insertedId }, hasChanged: true };
}
