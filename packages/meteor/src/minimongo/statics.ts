import { DiffSequence } from '@bolide/meteor/diff-sequence';
import { MinimongoIdMap } from './document-map.js';
import { idsMatchedBySelector, selectorIsId, selectorIsIdPerhapsAsObject } from './matcher/selector-ids.js';
import { isModificationMod, modifyInPlace } from './modifier/apply-modifier.js';
import { createUpsertDocument } from './modifier/upsert-document.js';
import { CachingChangeObserver } from './observe/caching-change-observer.js';
import { observeCallbacksAreOrdered, observeChangesCallbacksAreOrdered } from './observe/callback-kinds.js';
import { observeFromObserveChanges } from './observe/observe-documents.js';
import { ObserveHandle } from './observe/observe-handle.js';
import { publishCursor } from './observe/publish-cursor.js';
import { binarySearch, insertInSortedList } from './observe/sorted-list.js';
import { checkSupportedProjection, createProjection } from './projection.js';
import { bsonType, isPlainObject } from './values/bson-type.js';
import { areEqual, compareValues, typeOrder } from './values/compare.js';
import { wrapTransform } from './wrap-transform.js';

/** What packages of the Meteor world find on `LocalCollection`. */
export const statics = {
  ObserveHandle: ObserveHandle,
  _IdMap: MinimongoIdMap,
  _CachingChangeObserver: CachingChangeObserver,
  /** How values are told apart and compared. */
  _f: { _type: bsonType, _equal: areEqual, _typeorder: typeOrder, _cmp: compareValues },
  _isPlainObject: isPlainObject,
  wrapTransform: wrapTransform,
  _selectorIsId: selectorIsId,
  _selectorIsIdPerhapsAsObject: selectorIsIdPerhapsAsObject,
  _idsMatchedBySelector: idsMatchedBySelector,
  _isModificationMod: isModificationMod,
  _modify: modifyInPlace,
  _createUpsertDocument: createUpsertDocument,
  _checkSupportedProjection: checkSupportedProjection as (fields: unknown) => void,
  _compileProjection: (fields: unknown) => createProjection(fields).copy,
  _binarySearch: binarySearch,
  _insertInSortedList: insertInSortedList,
  _observeCallbacksAreOrdered: observeCallbacksAreOrdered,
  _observeChangesCallbacksAreOrdered: observeChangesCallbacksAreOrdered,
  _observeFromObserveChanges: observeFromObserveChanges,
  _publishCursor: publishCursor,
  _diffObjects: DiffSequence.diffObjects,
  _diffQueryChanges: DiffSequence.diffQueryChanges,
  _diffQueryOrderedChanges: DiffSequence.diffQueryOrderedChanges,
  _diffQueryUnorderedChanges: DiffSequence.diffQueryUnorderedChanges,
};
