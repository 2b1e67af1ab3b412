import { applyChanges, diffMaps, diffObjects, makeChangedFields } from './compare.js';
import { diffQueryOrderedChanges, diffQueryUnorderedChanges } from './query-changes.js';
import type {
  DiffCallbacks,
  DiffDocument,
  DiffDocumentMap,
  DiffFields,
  DiffOptions,
  OrderedDiffObserver,
  UnorderedDiffObserver,
} from './types.js';

/** Differences between query results, and between documents. */
export interface DiffSequenceApi {
  /** Lists of documents if `ordered`, else maps of documents by id. */
  diffQueryChanges<Id>(
    ordered: true,
    oldResults: readonly DiffDocument<Id>[],
    newResults: readonly DiffDocument<Id>[],
    observer: OrderedDiffObserver<Id>,
    options?: DiffOptions,
  ): void;
  diffQueryChanges<Id>(
    ordered: false,
    oldResults: DiffDocumentMap<Id>,
    newResults: DiffDocumentMap<Id>,
    observer: UnorderedDiffObserver<Id>,
    options?: DiffOptions,
  ): void;
  diffQueryChanges(
    ordered: boolean,
    oldResults: readonly DiffDocument[] | DiffDocumentMap,
    newResults: readonly DiffDocument[] | DiffDocumentMap,
    observer: OrderedDiffObserver,
    options?: DiffOptions,
  ): void;
  /** Tells the observer how the documents of one map become those of another. */
  diffQueryUnorderedChanges<Id>(
    oldResults: DiffDocumentMap<Id>,
    newResults: DiffDocumentMap<Id>,
    observer: UnorderedDiffObserver<Id>,
    options?: DiffOptions,
  ): void;
  /** Tells the observer how one list of documents becomes another. */
  diffQueryOrderedChanges<Id>(
    oldResults: readonly DiffDocument<Id>[],
    newResults: readonly DiffDocument<Id>[],
    observer: OrderedDiffObserver<Id>,
    options?: DiffOptions,
  ): void;
  /** Calls back for the own keys that both objects have, and for those that only one has. */
  diffObjects<Left, Right>(
    left: Readonly<Record<string, Left>>,
    right: Readonly<Record<string, Right>>,
    callbacks: DiffCallbacks<string, Left, Right>,
  ): void;
  /** The same for maps. */
  diffMaps<Key, Left, Right>(
    left: ReadonlyMap<Key, Left>,
    right: ReadonlyMap<Key, Right>,
    callbacks: DiffCallbacks<Key, Left, Right>,
  ): void;
  /** The fields of `newDoc` that differ from `oldDoc`; `undefined` for those that it no longer has. */
  makeChangedFields(newDoc: Readonly<DiffFields>, oldDoc: Readonly<DiffFields>): DiffFields;
  /** Changes `doc` by what makeChangedFields gave. */
  applyChanges(doc: DiffFields, changeFields: Readonly<DiffFields>): void;
}

function diffQueryChanges(
  ordered: boolean,
  oldResults: readonly DiffDocument[] | DiffDocumentMap,
  newResults: readonly DiffDocument[] | DiffDocumentMap,
  observer: OrderedDiffObserver,
  options?: DiffOptions,
): void {
  if (ordered) {
    diffQueryOrderedChanges(oldResults as DiffDocument[], newResults as DiffDocument[], observer, options);
  } else {
    diffQueryUnorderedChanges(oldResults as DiffDocumentMap, newResults as DiffDocumentMap, observer, options);
  }
}

export const DiffSequence: DiffSequenceApi = {
  diffQueryChanges: diffQueryChanges as DiffSequenceApi['diffQueryChanges'],
  diffQueryUnorderedChanges,
  diffQueryOrderedChanges,
  diffObjects,
  diffMaps,
  makeChangedFields,
  applyChanges,
};
