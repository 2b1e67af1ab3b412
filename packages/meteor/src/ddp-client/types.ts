import type {
  DDPMessage,
  MethodApplyOptions,
  MethodCallback,
  MethodCaller,
  MethodFunction,
  MethodValue,
} from '@bolide/meteor/ddp-common';
import type { Meteor } from '@bolide/meteor/meteor';
import type {
  DDPStatus,
  DisconnectOptions,
  ReconnectOptions,
  Stream,
  StreamOptions,
} from '@bolide/meteor/socket-stream-client';
import type { MaybePromise } from './maybe-promise.js';

export type { DDPStatus, DisconnectOptions, ReconnectOptions };

/** What `callAsync` and `applyAsync` return. */
export interface MethodPromise<Result = MethodValue> extends Promise<Result> {
  /** What the stub returned; `undefined` without a stub. Rejects with what it threw. */
  stubPromise: Promise<unknown>;
  /** What the server answered. */
  serverPromise: Promise<Result>;
}

export interface SubscriptionCallbacks {
  /** The server has sent the first set of documents. */
  onReady?: (() => void) | undefined;
  /** The subscription has ended: with an error if the server ended it with one. */
  onStop?: { callback(error?: Meteor.Error): void }['callback'] | undefined;
  /** The server ended the subscription with an error. `onStop` is what to use today. */
  onError?: { callback(error: Meteor.Error): void }['callback'] | undefined;
}

export interface SubscriptionHandle {
  /** Ends the subscription. Further calls do nothing. */
  stop(): void;
  /** Has the server sent the first set of documents? Reactive. */
  ready(): boolean;
  readonly subscriptionId: string;
}

export type Document = Record<string, unknown>;

/** A change of one document, as a store gets it. `id` is in wire form (`MongoID.idParse` reads it). */
export type StoreMessage =
  | { msg: 'added'; collection?: string; id: string; fields: Document }
  | { msg: 'changed'; collection?: string; id: string; fields: Document }
  | { msg: 'removed'; collection?: string; id: string }
  /** After a method: the document as the server has it, `undefined` if it has none. */
  | { msg: 'replace'; collection?: string; id: string; replace: Document | undefined }
  /** Only for stores that are `ordered`: the others get `added`. `before: null` is the end. */
  | { msg: 'addedBefore'; collection?: string; id: string; fields: Document; before: string | null }
  /** Only for stores that are `ordered`. */
  | { msg: 'movedBefore'; collection?: string; id: string; before: string | null };

/** Documents as they were before stubs wrote to them, by identifier. */
export interface Originals {
  forEach(visit: (document: Document | undefined, id: unknown) => void): void;
}

/** The local copy of one of the server's collections. Everything is optional. */
export interface Store {
  /** True if the store wants `addedBefore` and `movedBefore`. */
  ordered?: boolean;
  /** A batch of changes begins. With `reset` all documents must be forgotten first. */
  beginUpdate?(batchSize: number, reset: boolean): MaybePromise<void>;
  update?(message: StoreMessage): MaybePromise<void>;
  /** The batch is complete. */
  endUpdate?(): MaybePromise<void>;
  /** From now on remember what documents were before they are written to. */
  saveOriginals?(): MaybePromise<void>;
  /** Gives what was remembered, and stops remembering. */
  retrieveOriginals?(): Originals | undefined;
  /** The document as the application sees it. `id` is what `MongoID.idParse` gives. */
  getDoc?(id: unknown): MaybePromise<Document | undefined>;
  _getCollection?(): unknown;
}

export interface ConnectionOptions extends StreamOptions {
  /** Called whenever the server has accepted the connection. */
  onConnected?: (() => void) | undefined;
  /** Called when client and server have no protocol version in common. Default: prints the description. */
  onDDPVersionNegotiationFailure?: ((description: string) => void) | undefined;
  /** Milliseconds of silence before a ping; 0: no heartbeat. Default 17500. */
  heartbeatInterval?: number | undefined;
  /** Milliseconds to wait for a sign of life after a ping. Default 15000. */
  heartbeatTimeout?: number | undefined;
  /** May a page reload while methods of this connection are outstanding? Default false. */
  reloadWithOutstanding?: boolean | undefined;
  /** Protocol versions to offer, best first. Default: all that are known. */
  supportedDDPVersions?: readonly string[] | undefined;
  /** Answer pings. Default true. */
  respondToPings?: boolean | undefined;
  /** Changes that come within so many milliseconds are applied together; 0: each at once. Default 5. */
  bufferedWritesInterval?: number | undefined;
  /** Changes wait no longer than so many milliseconds, however many come. Default 500. */
  bufferedWritesMaxAge?: number | undefined;
}

/** A connection to a DDP server, as `DDP.connect` gives it. */
export interface DDPConnection extends MethodCaller {
  /** Subscribes to a publication. The last argument may be `onReady`, or an object of callbacks. */
  subscribe(name: string, ...args: unknown[]): SubscriptionHandle;
  callAsync(name: string, ...args: MethodValue[]): MethodPromise;
  applyAsync(
    name: string,
    args: readonly MethodValue[],
    options?: MethodApplyOptions | MethodCallback,
    callback?: MethodCallback | null,
  ): MethodPromise;
  /** The state of the connection. Reactive. */
  status(): DDPStatus;
  /** Connects at once if there is no connection. */
  reconnect(options?: ReconnectOptions): void;
  /** Closes the connection until `reconnect`. */
  disconnect(options?: DisconnectOptions): void;
  /** Closes the connection for good. Methods that have no answer yet end with an error. */
  close(): void;
  /** The user whom this connection belongs to. Reactive. */
  userId(): string | null;
  setUserId(userId: string | null): void;
  /** Called on each reconnect, before methods that were under way are sent again. `DDP.onReconnect` is what to use today. */
  onReconnect: (() => void) | null;
  /** Makes `store` the local copy of the collection `name`. False if there is one already. */
  registerStoreClient(name: string, store: Store): boolean;
  /** The same for stores that work asynchronously. */
  registerStoreServer(name: string, store: Store): Promise<boolean>;

  // Private members that packages of the Meteor world use.
  readonly options: ConnectionOptions;
  readonly _stream: Stream;
  readonly _methodHandlers: Record<string, MethodFunction>;
  readonly _lastSessionId: string | null;
  _send(message: DDPMessage): void;
  _anyMethodsAreOutstanding(): boolean;
  _readyToMigrate(): boolean;
  _unsubscribeAll(): void;
}
