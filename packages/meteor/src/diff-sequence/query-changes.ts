import { EJSON } from '@bolide/meteor/ejson';
import { makeChangedFields } from './compare.js';
import { longestIncreasingSubsequence } from './longest-increasing-subsequence.js';
import type {
  DiffDocument,
  DiffDocumentMap,
  DiffFields,
  DiffOptions,
  OrderedDiffObserver,
  UnorderedDiffObserver,
} from './types.js';

/** Tells `observer` how the documents of one map become those of another. */
export function diffQueryUnorderedChanges<Id>(
  oldResults: DiffDocumentMap<Id>,
  newResults: DiffDocumentMap<Id>,
  observer: UnorderedDiffObserver<Id>,
  options: DiffOptions = {},
): void {
  if ('movedBefore' in observer && observer.movedBefore) {
    throw new Error('_diffQueryUnordered called with a movedBefore observer!');
  }
  const project = options.projectionFn ?? EJSON.clone<DiffFields>;
  newResults.forEach((newDoc, id) => {
    const oldDoc = oldResults.get(id);
    if (!oldDoc) {
      observer.added?.(newDoc._id, withoutId(project(newDoc)));
    } else if (observer.changed && !EJSON.equals(oldDoc, newDoc)) {
      reportChange(observer, id, project(newDoc), project(oldDoc));
    }
  });
  if (!observer.removed) return;
  oldResults.forEach((_oldDoc, id) => {
    if (!newResults.has(id)) observer.removed?.(id);
  });
}

/**
 * Tells `observer` how one list of documents becomes another, with as few moves as possible: removals first, then the
 * new list from its start to its end.
 */
export function diffQueryOrderedChanges<Id>(
  oldResults: readonly DiffDocument<Id>[],
  newResults: readonly DiffDocument<Id>[],
  observer: OrderedDiffObserver<Id>,
  options: DiffOptions = {},
): void {
  const project = options.projectionFn ?? EJSON.clone<DiffFields>;
  const oldIndexes = indexesById(oldResults, 'old_results');
  const newIndexes = indexesById(newResults, 'new_results');

  for (const oldDoc of oldResults) {
    if (!newIndexes.has(keyOf(oldDoc._id))) observer.removed?.(oldDoc._id);
  }

  // The documents that stay where they are while the others move around them.
  const staying = longestIncreasingSubsequence(newResults.map((doc) => oldIndexes.get(keyOf(doc._id))));

  // Each run of other documents goes before the staying one that follows it; the last run goes to the end.
  let next = 0;
  for (const stayingIndex of [...staying, newResults.length]) {
    const anchor = newResults[stayingIndex];
    const before = anchor ? anchor._id : null;
    for (; next < stayingIndex; next++) {
      const newDoc = newResults[next] as DiffDocument<Id>;
      const oldIndex = oldIndexes.get(keyOf(newDoc._id));
      if (oldIndex === undefined) {
        const fields = withoutId(project(newDoc));
        observer.addedBefore?.(newDoc._id, fields, before);
        observer.added?.(newDoc._id, fields);
      } else {
        reportChange(observer, newDoc._id, project(newDoc), project(oldResults[oldIndex] as DiffDocument<Id>));
        observer.movedBefore?.(newDoc._id, before);
      }
    }
    if (anchor) {
      const oldDoc = oldResults[oldIndexes.get(keyOf(anchor._id)) as number] as DiffDocument<Id>;
      reportChange(observer, anchor._id, project(anchor), project(oldDoc));
    }
    next = stayingIndex + 1;
  }
}

function reportChange<Id>(observer: UnorderedDiffObserver<Id>, id: Id, newDoc: DiffFields, oldDoc: DiffFields): void {
  if (!observer.changed) return;
  const fields = makeChangedFields(newDoc, oldDoc);
  if (Object.keys(fields).length > 0) observer.changed(id, fields);
}

function withoutId(fields: DiffFields): DiffFields {
  delete fields._id;
  return fields;
}

function indexesById(documents: readonly DiffDocument[], which: string): Map<unknown, number> {
  const indexes = new Map<unknown, number>();
  documents.forEach((doc, index) => {
    const key = keyOf(doc._id);
    if (indexes.has(key)) console.error(`Duplicate _id in ${which}`);
    indexes.set(key, index);
  });
  return indexes;
}

/** Equal ids have the same key: primitive ids are their own, object ids are told apart by their text. */
function keyOf(id: unknown): unknown {
  return typeof id === 'object' && id !== null ? `\0${String(id)}` : id;
}
