import type { Document } from 'bson';
import { isDocument } from '../../engine/bson/value-type.js';
import type { EngineCollection } from '../../engine/types.js';
import { readCollection } from './read-collection.js';
import type { Flow, PipelineContext } from './stage.js';
import { valueKey } from './value-key.js';

/** Without an index, a collection up to this size is read once and kept by the values of the field. */
const MAX_KEPT_DOCUMENTS = 50_000;

/** Finds the documents of a collection by one of their fields, as `$lookup` joins. */
export class ForeignCollection {
  readonly #collection: EngineCollection | undefined;
  readonly #field: string;
  readonly #context: PipelineContext;
  #kept: Map<string, Document[]> | undefined;
  readonly #keeps: boolean;

  constructor(collection: EngineCollection | undefined, field: string, context: PipelineContext) {
    this.#collection = collection;
    this.#field = field;
    this.#context = context;
    this.#keeps =
      collection !== undefined &&
      !context.textOrder &&
      collection.explain({ filter: { [field]: { $eq: 1 } } }).stage === 'COLLSCAN' &&
      collection.count(context.transaction) <= MAX_KEPT_DOCUMENTS;
  }

  /** Those whose field has a value of the document's field. */
  matching(document: Document, localField: string): Flow {
    const values = localValues(document, localField.split('.'));
    return this.#keeps ? this.#fromKept(values) : this.#query(values);
  }

  #query(values: readonly unknown[]): Flow {
    const filters = values.map((value) => ({ [this.#field]: { $eq: value } }));
    const [only] = filters;
    const { collation, transaction } = this.#context;
    const filter = filters.length === 1 && only ? only : this.#anyOf(values);
    return readCollection(this.#collection, { filter, ...(collation ? { collation } : {}) }, transaction);
  }

  #anyOf(values: readonly unknown[]): Document {
    // In a list, a regular expression would be one to match by.
    const patterns = values.filter(isPattern);
    const list = { [this.#field]: { $in: values.filter((value) => !isPattern(value)) } };
    if (patterns.length === 0) return list;
    return { $or: [list, ...patterns.map((value) => ({ [this.#field]: { $eq: value } }))] };
  }

  *#fromKept(values: readonly unknown[]): Flow & Generator {
    if (!this.#kept) {
      const kept = new Map<string, Document[]>();
      const names = this.#field.split('.');
      for (const document of readCollection(this.#collection, { filter: {} }, this.#context.transaction)) {
        if (document) keep(kept, document, foreignValues(document, names));
        yield undefined;
      }
      this.#kept = kept;
    }
    const given = new Set<Document>();
    for (const value of values) {
      for (const document of this.#kept.get(valueKey(value ?? null)) ?? []) {
        if (given.has(document)) continue;
        given.add(document);
        yield document;
      }
    }
  }
}

function keep(kept: Map<string, Document[]>, document: Document, values: Iterable<unknown>): void {
  const keys = new Set<string>();
  for (const value of values) keys.add(valueKey(value ?? null));
  for (const key of keys) {
    const list = kept.get(key);
    if (list) list.push(document);
    else kept.set(key, [document]);
  }
}

function isPattern(value: unknown): boolean {
  return value instanceof RegExp || (value as { _bsontype?: unknown } | null)?._bsontype === 'BSONRegExp';
}

/** What the local field joins by: each element of an array, `null` for a missing field. */
function localValues(document: Document, names: readonly string[]): unknown[] {
  const found = [...leaves(document, names, 0, false)];
  return found.length === 0 ? [null] : found;
}

/** What a foreign field is found by: the array itself and each of its elements. */
function foreignValues(document: Document, names: readonly string[]): Iterable<unknown> {
  return leaves(document, names, 0, true);
}

function* leaves(value: unknown, names: readonly string[], depth: number, whole: boolean): Generator<unknown> {
  const name = names[depth];
  if (name === undefined) {
    if (!Array.isArray(value) || whole) yield value;
    if (Array.isArray(value)) yield* value;
  } else if (Array.isArray(value)) {
    if (/^\d+$/.test(name) && Number(name) < value.length) yield* leaves(value[Number(name)], names, depth + 1, whole);
    for (const element of value) if (isDocument(element)) yield* leaves(element, names, depth, whole);
  } else if (isDocument(value) && Object.hasOwn(value, name)) {
    yield* leaves(value[name], names, depth + 1, whole);
  } else {
    yield null;
  }
}
