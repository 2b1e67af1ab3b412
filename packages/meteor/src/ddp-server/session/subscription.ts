import {
  type ConnectionHandle,
  currentPublicationInvocation,
  type Subscription as PublicSubscription,
  type PublishableCursor,
} from '@bolide/meteor/ddp-common';
import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { MongoID } from '@bolide/meteor/mongo-id';
import { Random } from '@bolide/meteor/random';
import { countFact } from '../weak-packages.js';
import { type Handler, isThenable, runHandler } from './run-handler.js';
import type { Session } from './session.js';

function isCursor(value: unknown): value is PublishableCursor {
  return Boolean(value && (value as Partial<PublishableCursor>)._publishCursor);
}

function doNothing(): void {}

/** Anything else would make a message that is no JSON, at which clients stop. */
function checkCollection(collection: unknown): void {
  if (typeof collection === 'string') return;
  throw new TypeError(
    `The collection of a published document must be the name of one, not of type ${typeof collection}`,
  );
}

/** The server's side of one subscription: the `this` of its publish function. */
export class Subscription implements PublicSubscription {
  readonly _session: Session;
  readonly connection: ConnectionHandle;
  readonly userId: string | null;
  /** The client's identifier of the subscription; undefined for what is published to everybody. */
  readonly _subscriptionId: string | undefined;
  readonly _name: string | undefined;
  readonly _params: readonly unknown[];
  /** Names this subscription in collection views. */
  readonly _subscriptionHandle: string;
  _deactivated = false;
  _ready = false;
  /** Collection → identifiers (as they travel) of the documents it has sent. */
  _documents = new Map<string, Set<string>>();
  _idFilter = { idStringify: MongoID.idStringify, idParse: MongoID.idParse };
  /** Lets the client's next message begin before the publish function has finished. */
  unblock: () => void;
  readonly _handler: Handler;
  private stopCallbacks: (() => void)[] = [];

  constructor(
    session: Session,
    handler: Handler,
    subscriptionId?: string,
    params: readonly unknown[] = [],
    name?: string,
    unblock = doNothing,
  ) {
    this._session = session;
    this.connection = session.connectionHandle;
    this.userId = session.userId;
    this._handler = handler;
    this._subscriptionId = subscriptionId;
    this._params = params;
    this._name = name;
    this.unblock = unblock;
    this._subscriptionHandle = subscriptionId === undefined ? `U${Random.id()}` : `N${subscriptionId}`;
    countFact('livedata', 'subscriptions', 1);
  }

  added(collection: string, id: unknown, fields: object = {}): void {
    if (this._isDeactivated()) return;
    checkCollection(collection);
    const idText = this._idFilter.idStringify(id as never) as string;
    if (this._session.server.getPublicationStrategy(collection).doAccountingForCollection) {
      let ids = this._documents.get(collection);
      if (ids === undefined) {
        ids = new Set();
        this._documents.set(collection, ids);
      }
      ids.add(idText);
    }
    this._session.added(this._subscriptionHandle, collection, idText, fields);
  }

  changed(collection: string, id: unknown, fields: object): void {
    if (this._isDeactivated()) return;
    checkCollection(collection);
    const idText = this._idFilter.idStringify(id as never) as string;
    this._session.changed(this._subscriptionHandle, collection, idText, fields);
  }

  removed(collection: string, id: unknown): void {
    if (this._isDeactivated()) return;
    checkCollection(collection);
    this.removeDocument(collection, this._idFilter.idStringify(id as never) as string);
  }

  ready(): void {
    if (this._isDeactivated() || this._subscriptionId === undefined || this._ready) return;
    this._ready = true;
    this._session.sendReady([this._subscriptionId]);
  }

  error(error: unknown): void {
    if (!this._isDeactivated()) this._session._stopSubscription(this, error);
  }

  stop(): void {
    if (!this._isDeactivated()) this._session._stopSubscription(this);
  }

  onStop(callback: () => void): void {
    const bound = Meteor.bindEnvironment(callback, 'onStop callback', this);
    if (this._isDeactivated()) bound();
    else this.stopCallbacks.push(bound);
  }

  /** The subscription has ended, or its session has and will say so in a moment. */
  _isDeactivated(): boolean {
    return this._deactivated || this._session.inQueue === null;
  }

  /** Runs the stop callbacks; from now on nothing is published. What has been published stays with the client. */
  _deactivate(): void {
    if (this._deactivated) return;
    this._deactivated = true;
    const callbacks = this.stopCallbacks;
    this.stopCallbacks = [];
    for (const callback of callbacks) callback();
    countFact('livedata', 'subscriptions', -1);
  }

  /** Takes everything it has published away from the client. */
  _removeAllDocuments(): void {
    for (const [collection, ids] of this._documents) {
      for (const id of [...ids]) this.removeDocument(collection, id);
    }
  }

  /** The same subscription for the session's present user, not yet started. */
  _recreate(): Subscription {
    return new Subscription(this._session, this._handler, this._subscriptionId, this._params, this._name);
  }

  /**
   * Runs the publish function. Its errors end the subscription; they do not come out here.
   * @returns a promise when it takes time, else undefined.
   */
  _runHandler(): Promise<void> | undefined {
    let result: unknown;
    try {
      result = currentPublicationInvocation.withValue(this, () =>
        runHandler(this._handler, this, EJSON.clone(this._params), () => `publisher '${this._name}'`),
      );
      if (this._isDeactivated()) return undefined;
      if (!isThenable(result)) return this.publishResult(result);
    } catch (error) {
      this.error(error);
      return undefined;
    }
    return this.publishLater(result);
  }

  private async publishLater(result: PromiseLike<unknown>): Promise<void> {
    try {
      const value = await result;
      // Stopped meanwhile: an observer started now would never be stopped.
      if (this._isDeactivated()) return;
      await this.publishResult(value);
    } catch (error) {
      this.error(error);
    }
  }

  /** Publishes the cursors that a publish function returned. */
  private publishResult(result: unknown): Promise<void> | undefined {
    if (!result) return undefined;
    if (isCursor(result)) return this.publishCursors([result]);
    if (!Array.isArray(result)) {
      this.error(new Error('Publish function can only return a Cursor or an array of Cursors'));
    } else if (!result.every(isCursor)) {
      this.error(new Error('Publish function returned an array of non-Cursors'));
    } else {
      const duplicate = findDuplicate(result.map((cursor) => cursor._getCollectionName()));
      if (duplicate === undefined) return this.publishCursors(result);
      this.error(new Error(`Publish function returned multiple cursors for collection ${duplicate}`));
    }
    return undefined;
  }

  private async publishCursors(cursors: readonly PublishableCursor[]): Promise<void> {
    try {
      await Promise.all(cursors.map((cursor) => cursor._publishCursor(this)));
    } catch (error) {
      this.error(error);
      return;
    }
    this.ready();
  }

  private removeDocument(collection: string, id: string): void {
    this._documents.get(collection)?.delete(id);
    this._session.removed(this._subscriptionHandle, collection, id);
  }
}

function findDuplicate(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
