import type { MethodInvocation } from './method-invocation.js';
import type { ConnectionHandle, DDPMessage, PublicationInvocation } from './types.js';

// biome-ignore lint/suspicious/noExplicitAny: what a method takes and gives is between it and its callers, as in Meteor's own types
export type MethodValue = any;

/** A method or its stub; `this` is its invocation. */
export type MethodFunction = (this: MethodInvocation, ...args: MethodValue[]) => MethodValue;

/** `callback(error, result)`. */
export type MethodCallback<Result = MethodValue> = (error: MethodValue, result?: Result) => void;

export interface MethodApplyOptions<Result = MethodValue> {
  /** Client: send nothing later on the connection before this call has its result. Default false. */
  wait?: boolean | undefined;
  /** Client: called when the result is there, although the data the method wrote may not be. */
  onResultReceived?: MethodCallback<Result> | undefined;
  /** Client: do not send the call again after a reconnect; it fails instead. Default false. */
  noRetry?: boolean | undefined;
  /** Client: return what the stub returned. Default false. */
  returnStubValue?: boolean | undefined;
  /** Client: let errors of the stub out instead of printing them. Default false. */
  throwStubExceptions?: boolean | undefined;
  /** Client: `applyAsync` resolves with what the server returned. Default false. */
  returnServerResultPromise?: boolean | undefined;
  isFromCallAsync?: boolean | undefined;
}

/** The `this` of a publish function. */
export interface Subscription extends PublicationInvocation {
  /** The client that subscribed. */
  readonly connection: ConnectionHandle;
  /** The user who is logged in, or `null`. When it changes, the publish function runs again. */
  readonly userId: string | null;
  /** Tells the client that a document is in the record set. `_id` in `fields` is ignored. */
  added(collection: string, id: unknown, fields?: object): void;
  /** Tells the client of changed fields; `undefined` as a value removes the field. */
  changed(collection: string, id: unknown, fields: object): void;
  /** Tells the client that a document has left the record set. */
  removed(collection: string, id: unknown): void;
  /** Tells the client that the first complete record set has been sent. */
  ready(): void;
  /** Ends the subscription. The client's `onStop` gets `error`, sanitized unless it is a `Meteor.Error`. */
  error(error: unknown): void;
  /** Ends the subscription. */
  stop(): void;
  /** Calls `callback` when the subscription ends; at once if it has ended. */
  onStop(callback: () => void): void;
  /** Lets the next message of this client begin before this publish function has finished. */
  unblock(): void;
}

/** Something a publish function may return: it knows how to publish itself, as a Mongo cursor does. */
export interface PublishableCursor {
  _publishCursor(subscription: Subscription): unknown;
  _getCollectionName(): string;
}

/** Publishes by calling `this.added` and so on, or by returning a cursor or an array of cursors of different collections. */
export type PublishFunction = (this: Subscription, ...args: MethodValue[]) => unknown;

export interface PublishOptions {
  /** Made by the package `autopublish`. Default false. */
  is_auto?: boolean | undefined;
}

/** The members that client and server both have. */
export interface MethodCaller {
  /** Defines methods (on the client: their stubs). Throws if a name is taken or a value is not a function. */
  methods(methods: { readonly [name: string]: MethodFunction }): void;
  /**
   * Calls a method. The last argument may be a callback. Without one the server returns a promise; the client what
   * Meteor's client returns: the stub's value.
   */
  call(name: string, ...args: MethodValue[]): MethodValue;
  /** Calls a method and resolves with its result. */
  callAsync(name: string, ...args: MethodValue[]): Promise<MethodValue>;
  /** As `call`, with the arguments in an array. */
  apply(
    name: string,
    args: readonly MethodValue[],
    options?: MethodApplyOptions | MethodCallback,
    callback?: MethodCallback,
  ): MethodValue;
  /** As `callAsync`, with the arguments in an array. */
  applyAsync(
    name: string,
    args: readonly MethodValue[],
    options?: MethodApplyOptions,
    callback?: MethodCallback,
  ): Promise<MethodValue>;
  /** Is the running method called by `callAsync`? */
  isAsyncCall(): boolean;
}

/** The members that the server has (on the client they are missing, but for `refresh`, which does nothing there). */
export interface MeteorPublisher {
  /** Defines a publication, several ones by name, or, with `null`, one that every client gets without asking. */
  publish(name: string | null, handler: PublishFunction, options?: PublishOptions): void;
  publish(publications: { readonly [name: string]: PublishFunction }): void;
  /** Calls `callback` for each new connection. */
  onConnection(callback: (connection: ConnectionHandle) => void): { stop(): void };
  /** Calls `callback` for each message of a client before it is handled. */
  onMessage(callback: (message: DDPMessage, session: MethodValue) => void): { stop(): void };
  /** Tells observers of a write that went past them. */
  refresh(notification: object): Promise<void> | void;
}

declare module '@bolide/meteor/meteor' {
  interface MeteorStatic extends MethodCaller, MeteorPublisher {}
}
