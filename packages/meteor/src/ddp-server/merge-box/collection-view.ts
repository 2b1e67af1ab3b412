import { EJSON } from '@bolide/meteor/ejson';
import { type ChangedFields, setField } from './changed-fields.js';
import { type DocumentView, DummyDocumentView, SessionDocumentView } from './document-view.js';

/** Where a collection view tells the differences. */
export interface CollectionViewCallbacks {
  added(collection: string, id: string, fields: ChangedFields): void;
  /** `fields` may be empty. */
  changed(collection: string, id: string, fields: ChangedFields): void;
  removed(collection: string, id: string): void;
}

/** What one client has of one collection: the merge of what its subscriptions give. */
export class SessionCollectionView {
  readonly collectionName: string;
  readonly documents = new Map<string, DocumentView>();
  private readonly callbacks: CollectionViewCallbacks;
  private readonly useDummyDocumentView: () => boolean;

  /** @param useDummyDocumentView asked for each new document; default: false. */
  constructor(collectionName: string, callbacks: CollectionViewCallbacks, useDummyDocumentView = () => false) {
    this.collectionName = collectionName;
    this.callbacks = callbacks;
    this.useDummyDocumentView = useDummyDocumentView;
  }

  isEmpty(): boolean {
    return this.documents.size === 0;
  }

  added(subscription: string, id: string, fields: object): void {
    let document = this.documents.get(id);
    const isNew = document === undefined;
    if (document === undefined) {
      document = this.useDummyDocumentView() ? new DummyDocumentView() : new SessionDocumentView();
      this.documents.set(id, document);
    }
    document.addSubscription(subscription);
    const changes: ChangedFields = {};
    for (const key of Object.keys(fields)) {
      const value = (fields as ChangedFields)[key];
      if (value !== undefined) document.changeField(subscription, key, value, changes);
    }
    if (isNew) this.callbacks.added(this.collectionName, id, changes);
    else this.callbacks.changed(this.collectionName, id, changes);
  }

  /** @throws Error when no subscription has added the document. */
  changed(subscription: string, id: string, fields: object): void {
    const document = this.documents.get(id);
    if (document === undefined) throw new Error(`Could not find element with id ${id} to change`);
    const changes: ChangedFields = {};
    for (const key of Object.keys(fields)) {
      const value = (fields as ChangedFields)[key];
      if (value === undefined) document.clearField(subscription, key, changes);
      else document.changeField(subscription, key, value, changes);
    }
    this.callbacks.changed(this.collectionName, id, changes);
  }

  /** @throws Error when no subscription has added the document. */
  removed(subscription: string, id: string): void {
    const document = this.documents.get(id);
    if (document === undefined) throw new Error(`Removed nonexistent document ${id}`);
    if (!document.removeSubscription(subscription)) {
      this.callbacks.removed(this.collectionName, id);
      this.documents.delete(id);
      return;
    }
    const changes: ChangedFields = {};
    document.clearAll(subscription, changes);
    this.callbacks.changed(this.collectionName, id, changes);
  }

  /** Tells what has to change for a client that has what `previous` shows. */
  diff(previous: SessionCollectionView): void {
    for (const [id, before] of previous.documents) {
      const now = this.documents.get(id);
      if (now === undefined) this.callbacks.removed(this.collectionName, id);
      else this.diffDocument(id, before, now);
    }
    for (const [id, now] of this.documents) {
      if (!previous.documents.has(id)) this.callbacks.added(this.collectionName, id, now.getFields());
    }
  }

  diffDocument(id: string, previous: DocumentView, current: DocumentView): void {
    const changes: ChangedFields = {};
    const before = previous.getFields();
    const now = current.getFields();
    for (const key of Object.keys(now)) {
      if (!Object.hasOwn(before, key) || !EJSON.equals(before[key] as never, now[key] as never)) {
        setField(changes, key, now[key]);
      }
    }
    for (const key of Object.keys(before)) {
      if (!Object.hasOwn(now, key)) setField(changes, key, undefined);
    }
    this.callbacks.changed(this.collectionName, id, changes);
  }
}
