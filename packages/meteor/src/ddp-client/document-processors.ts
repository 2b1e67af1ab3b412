import { DiffSequence } from '@bolide/meteor/diff-sequence';
import { Meteor } from '@bolide/meteor/meteor';
import { MongoID } from '@bolide/meteor/mongo-id';
import { after, type MaybePromise } from './maybe-promise.js';
import type { ServerDocument, ServerDocuments } from './server-documents.js';
import type { DocumentMessage } from './server-messages.js';
import type { Stores } from './stores.js';
import type { Document, StoreMessage } from './types.js';

/** Where messages about documents go. */
export interface DocumentContext {
  readonly documents: ServerDocuments;
  readonly stores: Stores;
  /** Has a new session begun whose data have not been applied yet? */
  readonly resetStores: boolean;
  push(collection: string, message: StoreMessage): void;
}

/** Applies a change of a document: to the store, or to the server's version of a document that a stub has written to. */
export function processDocumentMessage(context: DocumentContext, message: DocumentMessage): MaybePromise<void> {
  const serverDocument = context.documents.get(message.collection, message.id);
  if (!serverDocument) {
    const forStore = adapt(context.stores, message);
    if (forStore) context.push(message.collection, forStore);
    return;
  }
  switch (message.msg) {
    case 'added':
    case 'addedBefore':
      return add(context, serverDocument, message);
    case 'changed':
      // What is not there cannot be changed: the message is dropped, as the next state of the document comes anyway.
      if (serverDocument.document) DiffSequence.applyChanges(serverDocument.document as never, message.fields);
      else discard(message);
      return;
    case 'removed':
      if (!serverDocument.document) discard(message);
      serverDocument.document = undefined;
      return;
    default: {
      const forStore = adapt(context.stores, message);
      if (forStore) context.push(message.collection, forStore);
    }
  }
}

type AddMessage = Extract<DocumentMessage, { readonly fields: Document }>;

function add(context: DocumentContext, serverDocument: ServerDocument, message: AddMessage): MaybePromise<void> {
  const { collection, fields } = message;
  const id = MongoID.idParse(message.id);
  const isExisting = serverDocument.document !== undefined;
  serverDocument.document = { ...fields, _id: id };
  if (!context.resetStores) {
    if (isExisting)
      Meteor._debug(`The server added the document ${message.id} of ${collection}, which it has added before`);
    return;
  }
  // The stores are about to forget everything, so the document must be added to them again: as the stub has left it.
  return after(context.stores.getDocument(collection, id), (document) => {
    const forStore = adapt(context.stores, { ...message, fields: document ?? fields });
    if (forStore) context.push(collection, forStore);
  });
}

/** The message as the store wants it: only some know an order. */
function adapt(stores: Stores, message: DocumentMessage): StoreMessage | undefined {
  if (stores.isOrdered(message.collection)) return message;
  switch (message.msg) {
    case 'addedBefore':
      return { msg: 'added', collection: message.collection, id: message.id, fields: message.fields };
    case 'movedBefore':
      return undefined;
    default:
      return message;
  }
}

function discard(message: DocumentMessage): void {
  Meteor._debug(
    `Discarding "${message.msg}" for the document ${message.id} of ${message.collection}, which is not there`,
  );
}
