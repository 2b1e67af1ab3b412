import type { Document } from 'bson';
import { encodeDocument } from '../bson/encode.js';
import { prepareQuery } from '../execution/prepare-query.js';
import { QueryCursor } from '../execution/query-cursor.js';
import { explainPlan } from '../planner/explain.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Store } from '../storage/store.js';
import type {
  CollectionChange,
  CollectionInfo,
  CollectionStats,
  EngineCollection,
  EngineCursor,
  EngineTransaction,
  FindQuery,
  IndexSpecification,
  Namespace,
  QueryPlan,
  Removal,
  RemoveOutcome,
  UpdateChange,
  UpdateOutcome,
  WriteOptions,
  WriteOutcome,
} from '../types.js';
import { finish } from './batches.js';
import { collectionStats } from './collection-stats.js';
import { countMatching } from './count-matching.js';
import { createIndexes, dropIndexes, listIndexes } from './index-management.js';
import { insertDocuments } from './insert-documents.js';
import { modifyCollection } from './modify-collection.js';
import { presentation } from './presentation.js';
import { removeInSteps } from './remove-documents.js';
import { updateInSteps } from './update-documents.js';
import { type Validation, validateCollection } from './validate-collection.js';

/** See `EngineCollection`. */
export class Collection implements EngineCollection {
  readonly #store: Store;
  readonly #state: CollectionState;

  constructor(store: Store, state: CollectionState) {
    this.#store = store;
    this.#state = state;
  }

  get namespace(): Namespace {
    return this.#state.namespace;
  }

  get info(): CollectionInfo {
    const { namespace, uuid, options } = this.#state.entry;
    return { name: namespace.collection, uuid, options };
  }

  count(transaction?: EngineTransaction): number {
    return this.#store.count(this.#state, transaction);
  }

  stats(): CollectionStats {
    return this.#store.guard(() => collectionStats(this.#store.main, this.#state));
  }

  find(query: FindQuery, transaction?: EngineTransaction): EngineCursor {
    return this.#store.guard(() => {
      const prepared = prepareQuery(this.#store.reader(transaction), this.#state, query);
      const present = presentation(query, prepared);
      return new QueryCursor(prepared.rows(), present, this.#store.file);
    });
  }

  countMatching(query: FindQuery, transaction?: EngineTransaction): number {
    return this.#store.guard(() => {
      const isAll = Object.keys(query.filter).length === 0 && !query.hint;
      if (isAll) return within(query, this.count(transaction));
      return countMatching(this.#store.reader(transaction), this.#state, query);
    });
  }

  explain(query: FindQuery): QueryPlan {
    return this.#store.guard(() => explainPlan(prepareQuery(this.#store.reader(undefined), this.#state, query).plan));
  }

  insert(documents: readonly (Document | Uint8Array)[], options: WriteOptions): WriteOutcome {
    const encoded = documents.map((document) =>
      document instanceof Uint8Array ? document : () => encodeDocument(document),
    );
    return this.#store.write(options.transaction, (session) =>
      insertDocuments(session, this.#store.catalog, this.#state, encoded, options),
    );
  }

  update(change: UpdateChange, options: WriteOptions): UpdateOutcome {
    return finish(updateInSteps(this.#store, this.#state, change, options));
  }

  updateInSteps(change: UpdateChange, options: WriteOptions): Generator<undefined, UpdateOutcome, void> {
    return updateInSteps(this.#store, this.#state, change, options);
  }

  remove(removal: Removal, options: WriteOptions): RemoveOutcome {
    return finish(removeInSteps(this.#store, this.#state, removal, options));
  }

  removeInSteps(removal: Removal, options: WriteOptions): Generator<undefined, RemoveOutcome, void> {
    return removeInSteps(this.#store, this.#state, removal, options);
  }

  createIndexes(specifications: readonly IndexSpecification[]): { before: number; after: number } {
    return createIndexes(this.#store, this.#state, specifications);
  }

  listIndexes(): IndexSpecification[] {
    return listIndexes(this.#state);
  }

  dropIndexes(which: string | readonly string[] | Document): number {
    return dropIndexes(this.#store, this.#state, which);
  }

  modify(change: CollectionChange): void {
    modifyCollection(this.#store, this.#state, change);
  }

  validate(): Validation {
    return this.#store.guard(() => validateCollection(this.#store.main, this.#state));
  }
}

function within({ skip = 0, limit = 0 }: FindQuery, count: number): number {
  const left = Math.max(0, count - skip);
  return limit > 0 ? Math.min(left, limit) : left;
}
