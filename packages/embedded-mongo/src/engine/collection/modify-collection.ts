import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import { MongoError } from '../mongo-error.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Store } from '../storage/store.js';
import type { CollectionChange, CollectionOptions, IndexSpecification } from '../types.js';
import { checkCollectionOptions } from './collection-options.js';

/** See `EngineCollection.modify`. */
export function modifyCollection(store: Store, state: CollectionState, change: CollectionChange): void {
  const { entry } = state;
  const { index, capped, ...options } = change;
  const before = { options: entry.options, indexes: entry.indexes };
  const changed: CollectionOptions = {
    ...entry.options,
    ...withoutUndefined(options),
    ...(capped && entry.options.capped ? { capped: { ...entry.options.capped, ...withoutUndefined(capped) } } : {}),
  };
  checkCollectionOptions(changed);
  const indexes = index ? withChangedIndex(state, index) : entry.indexes;
  store.write(undefined, (session) => {
    session.afterRollback(() => {
      Object.assign(entry, before);
      state.entryChanged();
    });
    entry.options = changed;
    entry.indexes = indexes;
    state.entryChanged();
    store.catalog.save(session, state);
    session.record({
      kind: 'modify',
      source: { namespace: state.namespace, uuid: entry.uuid },
      operationDescription: withoutUndefined(change as Document),
    });
  });
}

function withChangedIndex(
  state: CollectionState,
  change: NonNullable<CollectionChange['index']>,
): CollectionState['entry']['indexes'] {
  const wanted = change.keyPattern && describeValue(change.keyPattern);
  const found = state.entry.indexes.find(
    ({ specification }) => specification.name === change.name || describeValue(specification.key) === wanted,
  );
  if (!found) {
    throw new MongoError(27, `cannot find index ${change.name ?? wanted} for ns ${state.namespaceText}`);
  }
  const specification: IndexSpecification = {
    ...found.specification,
    ...withoutUndefined({ expireAfterSeconds: change.expireAfterSeconds, hidden: change.hidden }),
  };
  return state.entry.indexes.map((entry) => (entry === found ? { ...entry, specification } : entry));
}

function withoutUndefined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
