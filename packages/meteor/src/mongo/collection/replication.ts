import type { Store, StoreMessage } from '@bolide/meteor/ddp-client';
import type { LocalCollection } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';

type Fields = Record<string, unknown>;

/** Makes a collection in memory the copy of what comes over a connection. */
export function createReplicationStore(documents: LocalCollection, collection: unknown): Store {
  return {
    beginUpdate(batchSize, reset) {
      // Observers see several changes as one: nothing flickers.
      if (batchSize > 1 || reset) documents.pauseObservers();
      if (reset) documents._replicateNothing();
    },
    update: (message) => applyMessage(documents, message),
    endUpdate: () => documents.resumeObservers(),
    saveOriginals: () => documents.saveOriginals(),
    // A collection that a stub makes was not there when the recording began.
    retrieveOriginals: () => (documents._savedOriginals ? documents.retrieveOriginals() : undefined),
    getDoc: (id) => documents.find({ _id: id }, { reactive: false }).fetch()[0],
    _getCollection: () => collection,
  };
}

/**
 * Applies a change. Without a merge box the server may add what is there, change what is not and remove it twice.
 */
function applyMessage(documents: LocalCollection, message: StoreMessage): Promise<void> | undefined {
  const id = MongoID.idParse(message.id);
  const existing = documents._docs.get(id);
  switch (message.msg) {
    case 'added':
    case 'changed':
      return documents._replicate(id, withChanges(id, existing, message.fields));
    case 'removed':
      return documents._replicate(id, undefined);
    case 'replace':
      return documents._replicate(id, message.replace && { ...message.replace, _id: id });
    default:
      throw new Error(`A collection has no order: ${message.msg} makes no sense`);
  }
}

/** The document with other fields. Those that are `undefined` go. */
function withChanges(id: unknown, existing: Fields | undefined, fields: Fields): Fields {
  const document: Fields = { _id: id, ...existing, ...fields };
  for (const [name, value] of Object.entries(fields)) if (value === undefined) delete document[name];
  return document;
}
