import { Cursor } from './cursor.js';
import { LocalCollection as LocalCollectionClass } from './local-collection.js';
import { Matcher } from './matcher/matcher.js';
import { Sorter } from './sorter.js';
import { statics } from './statics.js';

export { Cursor } from './cursor.js';
export type { LocalUpdateOptions } from './local-collection.js';
export type { MatchResult } from './matcher/match-result.js';
export { MinimongoError, type MinimongoErrorInstance } from './minimongo-error.js';
export type { CachingChangeObserver } from './observe/caching-change-observer.js';
export type { QueryCallbacks } from './observe/live-query.js';
export type { ObserveHandle } from './observe/observe-handle.js';
export type { ObservableCursor } from './observe/publish-cursor.js';
export type * from './types.js';

/** The database in memory, with what packages of the Meteor world find on it. */
export const LocalCollection: typeof LocalCollectionClass & typeof statics & { readonly Cursor: typeof Cursor } =
  Object.assign(LocalCollectionClass, statics, { Cursor });
export type LocalCollection<T = Record<string, unknown>> = LocalCollectionClass<T>;

/** The parts of the database in memory. */
export const Minimongo = { LocalCollection, Matcher, Sorter };
