import { Binary, type Document, Timestamp } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import type { Change, Engine } from '../engine/types.js';
import type { ChangeStreamOptions } from './change-stream-options.js';
import { encodeResumeToken, TokenKind } from './resume-token.js';

const EXPANDED_KINDS: ReadonlySet<string> = new Set(['create', 'createIndexes', 'dropIndexes', 'modify']);

/** Whether a stream with these options tells of changes of this kind. */
export function isShown({ kind }: Change, { showExpandedEvents }: ChangeStreamOptions): boolean {
  return showExpandedEvents || !EXPANDED_KINDS.has(kind);
}

/** The event that tells of a change. */
export function changeEvent(change: Change, options: ChangeStreamOptions, engine: Engine): Document {
  const { namespace, to } = change;
  const event: Document = {
    ...eventHead(change, change.kind, TokenKind.change),
    ...(options.showExpandedEvents && change.collectionUuid
      ? { collectionUUID: new Binary(change.collectionUuid, Binary.SUBTYPE_UUID) }
      : {}),
  };
  const fullDocument = fullDocumentOf(change, options, engine);
  if (fullDocument !== undefined) event.fullDocument = fullDocument;
  event.ns = change.kind === 'dropDatabase' ? { db: namespace.database } : shownNamespace(namespace);
  if (to) event.to = shownNamespace(to);
  if (change.documentKey) event.documentKey = change.documentKey;
  if (change.updateDescription) {
    const { updatedFields, removedFields, truncatedArrays } = change.updateDescription;
    event.updateDescription = { updatedFields, removedFields, truncatedArrays };
  }
  if (options.showExpandedEvents && (change.operationDescription || to)) {
    event.operationDescription = { ...(to ? { to: shownNamespace(to) } : {}), ...change.operationDescription };
  }
  const before = documentBefore(change, options);
  if (before !== undefined) event.fullDocumentBeforeChange = before;
  return event;
}

/** The event that ends a stream whose collection or database is gone. */
export function invalidateEvent(change: Change): Document {
  return eventHead(change, 'invalidate', TokenKind.invalidation);
}

function eventHead(
  change: Change,
  operationType: string,
  kind: (typeof TokenKind)['change' | 'invalidation'],
): Document {
  return {
    _id: encodeResumeToken(change.token, kind),
    operationType,
    clusterTime: new Timestamp({ t: change.token.t, i: change.token.i }),
    wallTime: change.wallTime,
  };
}

function shownNamespace({ database, collection }: { database: string; collection: string }): Document {
  return { db: database, coll: collection };
}

function fullDocumentOf(
  change: Change,
  { fullDocument }: ChangeStreamOptions,
  engine: Engine,
): Document | null | undefined {
  if (change.kind === 'insert' || change.kind === 'replace') return change.fullDocument;
  if (change.kind !== 'update' || fullDocument === 'default') return undefined;
  if (fullDocument === 'updateLookup') return lookUp(change, engine);
  if (change.after) return change.after;
  if (fullDocument === 'whenAvailable') return null;
  throw imageMissing(change, 'post-image');
}

/** The document as it is now; `null` if it is gone meanwhile. */
function lookUp({ namespace, documentKey }: Change, engine: Engine): Document | null {
  const collection = engine.collection(namespace.database, namespace.collection);
  if (!collection || !documentKey) return null;
  const { _id } = documentKey;
  for (const document of collection.find({ filter: { _id: { $eq: _id } }, limit: 1 })) return document;
  return null;
}

function documentBefore(change: Change, options: ChangeStreamOptions): Document | null | undefined {
  const { kind, before } = change;
  if (options.fullDocumentBeforeChange === 'off') return undefined;
  if (kind !== 'update' && kind !== 'replace' && kind !== 'delete') return undefined;
  if (before) return before;
  if (options.fullDocumentBeforeChange === 'required') throw imageMissing(change, 'pre-image');
  return null;
}

function imageMissing(change: Change, image: 'pre-image' | 'post-image'): MongoError {
  const { kind, namespace, documentKey } = change;
  return new MongoError(
    47,
    `Change stream was configured to require a ${image} for all update, delete and replace events, but the ${image} was not found for event: ` +
      JSON.stringify({ operationType: kind, ns: namespace, documentKey }),
  );
}
