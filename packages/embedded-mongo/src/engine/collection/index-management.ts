import type { Document } from 'bson';
import { decodeDocument, decodeFields } from '../bson/decode.js';
import { describeValue } from '../bson/describe-value.js';
import { scanChunks } from '../execution/scan.js';
import { defineIndex, type IndexDefinition, indexKeysOf } from '../indexes/index-definition.js';
import { completeSpecification, ID_INDEX } from '../indexes/index-specification.js';
import { MongoError } from '../mongo-error.js';
import type { IndexEntry } from '../storage/catalog-entry.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Store } from '../storage/store.js';
import type { WriteSession } from '../storage/write-session.js';
import type { IndexSpecification } from '../types.js';
import { duplicateKey } from './duplicate-key.js';

export function listIndexes(state: CollectionState): IndexSpecification[] {
  const { collation, entry } = state;
  const id = collation ? { ...ID_INDEX, collation: collation.specification } : ID_INDEX;
  return [id, ...entry.indexes.map(({ specification }) => specification)];
}

/** See `EngineCollection.createIndexes`. */
export function createIndexes(
  store: Store,
  state: CollectionState,
  specifications: readonly IndexSpecification[],
): { before: number; after: number } {
  const before = state.entry.indexes.length + 1;
  const fresh: IndexSpecification[] = [];
  for (const given of specifications) {
    const complete = completeSpecification(given, state.collation);
    if (!isKnown([...state.entry.indexes.map(({ specification }) => specification), ...fresh], complete)) {
      fresh.push(complete);
    }
  }
  if (fresh.length === 0) return { before, after: before };
  store.write(undefined, (session) => {
    for (const specification of fresh) {
      build(store, session, state, specification);
      session.record({
        kind: 'createIndexes',
        source: { namespace: state.namespace, uuid: state.entry.uuid },
        operationDescription: { indexes: [{ v: 2, ...specification }] },
      });
    }
  });
  return { before, after: before + fresh.length };
}

/** @throws MongoError 85 IndexOptionsConflict, 86 IndexKeySpecsConflict if there is one that is nearly the same */
function isKnown(existing: readonly IndexSpecification[], wanted: IndexSpecification): boolean {
  if (describeValue(wanted.key) === '{ _id: 1 }') return true;
  for (const index of existing) {
    const sameKey = describeValue(index.key) === describeValue(wanted.key) && sameDistinction(index, wanted);
    if (index.name === wanted.name && sameKey) {
      if (describeValue(index) === describeValue(wanted)) return true;
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describeValue(wanted)}, existing index: ${describeValue(index)}`,
      );
    }
    if (index.name === wanted.name) {
      throw new MongoError(
        86,
        `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${describeValue(wanted)}, existing index: ${describeValue(index)}`,
      );
    }
    if (sameKey) {
      const { name: _one, ...options } = index;
      const { name: _other, ...wantedOptions } = wanted;
      const same = describeValue(options) === describeValue(wantedOptions);
      throw new MongoError(
        85,
        same
          ? `Index already exists with a different name: ${index.name}`
          : `An equivalent index already exists with a different name and options. Requested index: ${describeValue(wanted)}, existing index: ${describeValue(index)}`,
      );
    }
  }
  return false;
}

/** Indexes on the same fields may stand beside each other if these differ. */
function sameDistinction(a: IndexSpecification, b: IndexSpecification): boolean {
  return (
    describeValue(a.collation ?? null) === describeValue(b.collation ?? null) &&
    describeValue(a.partialFilterExpression ?? null) === describeValue(b.partialFilterExpression ?? null)
  );
}

function build(store: Store, session: WriteSession, state: CollectionState, specification: IndexSpecification): void {
  const { entry } = state;
  const before = { indexes: entry.indexes, nextIndexNumber: entry.nextIndexNumber };
  session.afterRollback(() => {
    Object.assign(entry, before);
    state.entryChanged();
  });
  const added: IndexEntry = { number: entry.nextIndexNumber++, specification, multikey: [] };
  const index = defineIndex(added, state.indexTable(added.number));
  session.connection.exec(
    `CREATE TABLE ${index.table} (k BLOB NOT NULL, r INTEGER NOT NULL, PRIMARY KEY (k, r)) WITHOUT ROWID`,
  );
  fill(store, session, state, index);
  entry.indexes = [...entry.indexes, added];
  state.entryChanged();
  store.catalog.save(session, state);
}

function fill(store: Store, session: WriteSession, state: CollectionState, index: IndexDefinition): void {
  const { connection } = session;
  const insert = connection.statement(`INSERT INTO ${index.table} (k, r) VALUES (?, ?)`);
  const request = { connection, state, expected: undefined, afterRecord: 0 };
  for (const rows of scanChunks(request, { kind: 'collection', direction: 1 })) {
    for (const { record, bytes } of rows) {
      const document = index.fields ? decodeFields(bytes, index.fields) : decodeDocument(bytes);
      const { keys, arrays } = indexKeysOf(index, document);
      if (arrays.includes(true)) store.catalog.noteArrays(session, state, index, arrays);
      for (const key of keys) insert.run(key, record);
    }
  }
  if (index.unique) refuseDuplicates(session, state, index);
}

function refuseDuplicates(session: WriteSession, state: CollectionState, index: IndexDefinition): void {
  const { connection } = session;
  const twice = connection
    .statement(`SELECT min(r) AS r FROM ${index.table} GROUP BY k HAVING count(*) > 1 LIMIT 1`)
    .get();
  if (!twice) return;
  const row = connection.statement(`SELECT d FROM ${state.table} WHERE r = ?`).get(twice.r as number);
  const document: Document = decodeDocument(row?.d as Uint8Array);
  throw duplicateKey(state.namespaceText, index.name, index.specification.key, index.parts, document);
}

/** See `EngineCollection.dropIndexes`. */
export function dropIndexes(
  store: Store,
  state: CollectionState,
  which: string | readonly string[] | Document,
): number {
  const { entry } = state;
  const before = entry.indexes;
  const dropped = chosen(state, which);
  if (dropped.length === 0) return before.length + 1;
  store.write(undefined, (session) => {
    session.afterRollback(() => {
      entry.indexes = before;
      state.entryChanged();
    });
    entry.indexes = before.filter((index) => !dropped.includes(index));
    state.entryChanged();
    for (const index of dropped) {
      const table = state.indexTable(index.number);
      session.connection.forget(table);
      session.connection.exec(`DROP TABLE ${table}`);
      session.record({
        kind: 'dropIndexes',
        source: { namespace: state.namespace, uuid: entry.uuid },
        operationDescription: { indexes: [{ v: 2, ...index.specification }] },
      });
    }
    store.catalog.save(session, state);
  });
  return before.length + 1;
}

function chosen(state: CollectionState, which: string | readonly string[] | Document): readonly IndexEntry[] {
  const { indexes } = state.entry;
  if (which === '*') return indexes;
  if (typeof which === 'string') return [byName(indexes, which)];
  if (Array.isArray(which)) return which.map((name: string) => byName(indexes, name));
  const wanted = describeValue(which);
  if (wanted === '{ _id: 1 }') throw new MongoError(72, 'cannot drop _id index');
  const found = indexes.filter(({ specification }) => describeValue(specification.key) === wanted);
  if (found.length > 1) {
    throw new MongoError(181, `${found.length} indexes found for key: ${wanted}, identify by name instead`);
  }
  if (!found[0]) throw new MongoError(27, `can't find index with key: ${wanted}`);
  return found;
}

function byName(indexes: readonly IndexEntry[], name: string): IndexEntry {
  if (name === '_id_') throw new MongoError(72, 'cannot drop _id index');
  const found = indexes.find(({ specification }) => specification.name === name);
  if (!found) throw new MongoError(27, `index not found with name [${name}]`);
  return found;
}
