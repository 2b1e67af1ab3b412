import {
  currentMethodInvocation,
  type DDPMessage,
  type MethodApplyOptions,
  type MethodCallback,
  type MethodFunction,
  type MethodValue,
  stringifyDDP,
} from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import type { Stream } from '@bolide/meteor/socket-stream-client';
import { Tracker } from '@bolide/meteor/tracker';
import { type ResolvedConnectionOptions, resolveConnectionOptions } from './connection-options.js';
import { DataPipeline } from './data-pipeline.js';
import { ConnectionError } from './errors.js';
import { guarded } from './guarded.js';
import type { MaybePromise } from './maybe-promise.js';
import { MethodCalls } from './method-calls.js';
import { type OpenConnection, openConnections } from './open-connections.js';
import { OutstandingMethods } from './outstanding-methods.js';
import type { ConnectionPlatform } from './platform.js';
import { callReconnectHooks } from './reconnect-hooks.js';
import { ReloadGuard } from './reload-guard.js';
import { SerialQueue } from './serial-queue.js';
import { Session } from './session.js';
import { Stores } from './stores.js';
import { StreamHandlers } from './stream-handlers.js';
import { Subscriptions } from './subscriptions.js';
import type {
  ConnectionOptions,
  DDPConnection,
  DDPStatus,
  DisconnectOptions,
  MethodPromise,
  ReconnectOptions,
  Store,
  SubscriptionHandle,
} from './types.js';

/** A connection to a DDP server: puts the parts together, each of which does one thing. */
export class Connection implements DDPConnection, OpenConnection {
  readonly options: ResolvedConnectionOptions;
  readonly _stream: Stream;
  readonly _methodHandlers: Record<string, MethodFunction> = Object.create(null);
  onReconnect: (() => void) | null = null;

  readonly #stores = new Stores();
  readonly #incoming = new SerialQueue('handling of DDP messages');
  readonly #sendQueue: SerialQueue;
  readonly #session: Session;
  readonly #data: DataPipeline;
  readonly #outstanding: OutstandingMethods;
  readonly #subscriptions: Subscriptions;
  readonly #calls: MethodCalls;
  readonly #reloadGuard: ReloadGuard | undefined;
  readonly #userIdDependency = new Tracker.Dependency();
  #userId: string | null = null;
  #closed = false;

  /** @param target an address, or (for tests) a stream. */
  constructor(target: string | Stream, options: ConnectionOptions | undefined, platform: ConnectionPlatform) {
    this.options = resolveConnectionOptions(options);
    this.#sendQueue = platform.getSendQueue();
    this._stream =
      typeof target === 'string' ? platform.openStream(target, { ...this.options, ConnectionError }) : target;
    this.#session = this.#createSession();
    this.#outstanding = new OutstandingMethods({
      send: (message) => this._send(message),
      waitMethodSent: (methodId) => this.#data.quiescence.awaitMethod(methodId),
      onFinished: () => this._maybeMigrate(),
    });
    this.#subscriptions = new Subscriptions({
      send: (message) => this._sendQueued(message),
      onForget: (id) => this.#forgetSubscription(id),
    });
    this.#data = new DataPipeline({
      stores: this.#stores,
      bufferedWritesInterval: this.options.bufferedWritesInterval,
      bufferedWritesMaxAge: this.options.bufferedWritesMaxAge,
      isMethodSent: (methodId) => this.#outstanding.isSent(methodId),
      methodDataVisible: (methodId) => this.#outstanding.invokers[methodId]?.dataVisible(),
      subscriptionReady: (id) => this.#subscriptions.get(id)?.markReady(),
      enqueue: (task) => this.#whenIncomingDone(task),
    });
    this.#calls = new MethodCalls({
      platform,
      handlers: this._methodHandlers,
      outstanding: this.#outstanding,
      data: this.#data,
      sendQueue: this.#sendQueue,
      isClosed: () => this.#closed,
      afterIncoming: (task) => this.#incoming.run(task),
      getUserId: () => this.#userId,
      setUserId: (userId) => this.setUserId(userId),
    });
    if (platform.isClient && !this.options.reloadWithOutstanding) {
      this.#reloadGuard = new ReloadGuard(() => this._readyToMigrate());
    }
    this.#listen();
  }

  subscribe(name: string, ...args: unknown[]): SubscriptionHandle {
    return this.#subscriptions.subscribe(name, args);
  }

  methods(methods: { readonly [name: string]: MethodFunction }): void {
    for (const [name, handler] of Object.entries(methods)) {
      if (typeof handler !== 'function') throw new Error(`Method '${name}' must be a function`);
      if (this._methodHandlers[name]) throw new Error(`A method named '${name}' is already defined`);
      this._methodHandlers[name] = handler;
    }
  }

  isAsyncCall(): boolean {
    return currentMethodInvocation.get()?._isFromCallAsync ?? false;
  }

  call(name: string, ...args: MethodValue[]): MethodValue {
    const callback = typeof args.at(-1) === 'function' ? (args.pop() as MethodCallback) : undefined;
    return this.apply(name, args, {}, callback);
  }

  callAsync(name: string, ...args: MethodValue[]): MethodPromise {
    if (typeof args.at(-1) === 'function') {
      throw new Error("Meteor.callAsync() does not accept a callback. You should 'await' the result, or use .then().");
    }
    return this.applyAsync(name, args, { returnServerResultPromise: true });
  }

  apply(
    name: string,
    args: readonly MethodValue[],
    options?: MethodApplyOptions | MethodCallback,
    callback?: MethodCallback,
  ): MethodValue {
    return typeof options === 'function'
      ? this.#calls.apply(name, args, {}, options)
      : this.#calls.apply(name, args, options ?? {}, callback);
  }

  applyAsync(
    name: string,
    args: readonly MethodValue[],
    options?: MethodApplyOptions | MethodCallback,
    callback?: MethodCallback | null,
  ): MethodPromise {
    return typeof options === 'function'
      ? this.#calls.applyAsync(name, args, {}, options)
      : this.#calls.applyAsync(name, args, options ?? {}, callback ?? undefined);
  }

  status(): DDPStatus {
    return this._stream.status();
  }

  reconnect(options?: ReconnectOptions): void {
    this._stream.reconnect(options);
  }

  disconnect(options?: DisconnectOptions): void {
    this._stream.disconnect(options);
  }

  close(): void {
    this._stream.disconnect({ _permanent: true });
    this.#closeForGood();
  }

  userId(): string | null {
    this.#userIdDependency.depend();
    return this.#userId;
  }

  setUserId(userId: string | null): void {
    if (this.#userId === userId) return;
    this.#userId = userId;
    this.#userIdDependency.changed();
  }

  registerStoreClient(name: string, store: Store): boolean {
    const registered = this.#stores.register(name, store);
    // A store of a client answers at once; what a slower one still does cannot be waited for here.
    return typeof registered === 'boolean' ? registered : true;
  }

  async registerStoreServer(name: string, store: Store): Promise<boolean> {
    return this.#stores.register(name, store);
  }

  get _lastSessionId(): string | null {
    return this.#session.lastId;
  }

  /** The protocol version in use. */
  get _version(): string | null {
    return this.#session.version;
  }

  get _userId(): string | null {
    return this.#userId;
  }

  get _stores(): Record<string, Store> {
    return this.#stores.byName;
  }

  get _subscriptions(): Subscriptions['records'] {
    return this.#subscriptions.records;
  }

  get _methodInvokers(): OutstandingMethods['invokers'] {
    return this.#outstanding.invokers;
  }

  get _outstandingMethodBlocks(): OutstandingMethods['blocks'] {
    return this.#outstanding.blocks;
  }

  /** Sends a message at once. It is dropped while there is no connection. */
  _send(message: DDPMessage): void {
    this._stream.send(stringifyDDP(message));
  }

  /** Sends a message after those of methods whose stubs are running. */
  _sendQueued(message: DDPMessage): void {
    this.#sendQueue.run(() => this._send(message));
  }

  _lostConnection(error?: unknown): void {
    this._stream._lostConnection(error);
  }

  _anyMethodsAreOutstanding(): boolean {
    return this.#outstanding.anySent();
  }

  _waitingForQuiescence(): boolean {
    return this.#data.quiescence.waiting;
  }

  _allSubscriptionsReady(): boolean {
    return this.#subscriptions.allReady();
  }

  /** May the page reload? */
  _readyToMigrate(): boolean {
    return this.#outstanding.isEmpty && this.#sendQueue.idle;
  }

  /** Lets a reload that waits for methods go on, if it may. */
  _maybeMigrate(): void {
    this.#reloadGuard?.release();
  }

  /** Ends all subscriptions; for tests. That of autoupdate stays, so that a page under test still learns of new code. */
  _unsubscribeAll(): void {
    for (const subscription of Object.values(this.#subscriptions.records)) {
      if (subscription.name !== 'meteor_autoupdate_clientVersions') subscription.stop();
    }
  }

  #createSession(): Session {
    const { options } = this;
    return new Session({
      stream: this._stream,
      supportedVersions: options.supportedDDPVersions,
      heartbeatInterval: options.heartbeatInterval,
      heartbeatTimeout: options.heartbeatTimeout,
      send: (message) => this._send(message),
      createTimeoutError: () => new ConnectionError('DDP heartbeat timed out'),
      onVersionNegotiationFailure: (description) => options.onDDPVersionNegotiationFailure(description),
    });
  }

  #listen(): void {
    const handlers = new StreamHandlers({
      session: this.#session,
      data: this.#data,
      outstanding: this.#outstanding,
      subscriptions: this.#subscriptions,
      sendQueue: this.#sendQueue,
      respondToPings: this.options.respondToPings,
      send: (message) => this._send(message),
      callReconnectHooks: () => this.#callReconnectHooks(),
      onConnected: () => this.options.onConnected(),
      hasFailed: () => this.#closed || Tracker.nonreactive(() => this._stream.status().status) === 'failed',
    });
    // The connection may have been made inside of a method; what the server says later is no part of that method.
    this._stream.on('message', (text) => this.#whenIncomingDone(() => handlers.onMessage(text)));
    // At once, even if messages wait: the first thing that is sent over a new socket must be the greeting.
    this._stream.on('reset', () => Meteor._runFresh(() => guarded('DDP reconnect', () => handlers.onReset())));
    this._stream.on('disconnect', () =>
      Meteor._runFresh(() => guarded('DDP disconnect', () => handlers.onDisconnect())),
    );
  }

  #whenIncomingDone(task: () => MaybePromise<void>): MaybePromise<void> {
    return Meteor._runFresh(() => this.#incoming.run(task));
  }

  #callReconnectHooks(): void {
    guarded('onReconnect callback', () => this.onReconnect?.());
    callReconnectHooks(this);
  }

  #forgetSubscription(id: string): void {
    const { quiescence } = this.#data;
    if (!quiescence.waiting) return;
    quiescence.dropSubscription(id);
    // Later: the application may be in the middle of something that must not see changes.
    if (!quiescence.waiting) setTimeout(() => this.#whenIncomingDone(() => this.#data.settle()), 0);
  }

  #closeForGood(): void {
    this.#closed = true;
    openConnections.delete(this);
    this.#session.end();
    this.#outstanding.abandonAll();
  }
}
