import { Hook } from '@bolide/meteor/callback-hook';
import {
  type ConnectionHandle,
  currentCallAsyncInvocation,
  currentMethodInvocation,
  type DDPMessage,
  type DDPVersion,
  type MethodApplyOptions,
  type MethodCallback,
  type MethodFunction,
  type MethodValue,
  type PublishFunction,
  type PublishOptions,
  readDDP,
  SUPPORTED_DDP_VERSIONS,
} from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { callMethod } from './call-method.js';
import * as frames from './frames.js';
import { defaultLimits, type Limits } from './limits.js';
import { isNestedDeeper } from './nesting.js';
import { type PublicationStrategy, publicationStrategies } from './publication-strategies.js';
import type { Handler } from './session/run-handler.js';
import { Session } from './session/session.js';
import type { DDPSocket, DDPSocketOwner } from './transport/ddp-socket.js';
import { StreamServer } from './transport/stream-server.js';
import { isAutopublishing } from './weak-packages.js';

/** May be changed while the server runs; new sessions follow. */
export interface ServerOptions {
  /** Milliseconds of silence after which a client is sent a ping; 0: never. Default 15,000. */
  heartbeatInterval: number;
  /** Milliseconds a client has to answer. Default 15,000. */
  heartbeatTimeout: number;
  /** Answer the pings of clients? Default true. */
  respondToPings: boolean;
  /** Default SERVER_MERGE. */
  defaultPublicationStrategy: PublicationStrategy;
}

const MESSAGE_TOO_BIG = 1009;

/** The first version the client prefers that the server knows; the server's first if there is none. */
export function calculateVersion(clientVersions: readonly string[], serverVersions: readonly string[]): string {
  return clientVersions.find((version) => serverVersions.includes(version)) ?? (serverVersions[0] as string);
}

/** A DDP server: `Meteor.server`. */
export class Server implements DDPSocketOwner {
  readonly options: ServerOptions;
  readonly limits: Limits;
  // No prototypes: a client that calls the method `constructor` must not find one.
  readonly method_handlers: Record<string, MethodFunction> = Object.create(null);
  readonly publish_handlers: Record<string, PublishFunction> = Object.create(null);
  readonly universal_publish_handlers: PublishFunction[] = [];
  readonly sessions = new Map<string, Session>();
  readonly stream_server = new StreamServer();
  readonly onConnectionHook = new Hook<(connection: ConnectionHandle) => void>({
    debugPrintExceptions: 'onConnection callback',
  });
  readonly onMessageHook = new Hook<(message: DDPMessage, session: Session) => void>({
    debugPrintExceptions: 'onMessage callback',
  });
  readonly _publicationStrategies: Record<string, PublicationStrategy> = Object.create(null);
  private hasWarnedAboutAutopublish = false;
  private isStopping = false;
  private whenEmpty: (() => void) | undefined;

  constructor(options: Partial<ServerOptions> = {}, limits: Partial<Limits> = {}) {
    this.options = {
      heartbeatInterval: 15_000,
      heartbeatTimeout: 15_000,
      respondToPings: true,
      defaultPublicationStrategy: publicationStrategies.SERVER_MERGE,
      ...options,
    };
    this.limits = { ...defaultLimits, ...limits };
    this.stream_server.register((socket) => this.opened(socket));
  }

  // ---- sockets

  private opened(socket: DDPSocket): void {
    if (this.isStopping) {
      socket.close(1001, 'Server is stopping');
      return;
    }
    socket.connectTimer = setTimeout(() => socket.close(), this.limits.connectTimeout);
  }

  text(socket: DDPSocket, text: string): void {
    if ((Meteor as { _printReceivedDDP?: boolean })._printReceivedDDP) Meteor._debug('Received DDP', text);
    const session = socket._meteorSession;
    if (session === null && text.length > this.limits.maxFirstMessageSize) {
      this.sendError(socket, 'Bad request');
      socket.close(MESSAGE_TOO_BIG, 'Message is too big');
      return;
    }
    if (isNestedDeeper(text, this.limits.maxNesting)) {
      this.sendError(socket, 'Bad request');
      return;
    }
    let message: DDPMessage | undefined;
    try {
      message = readDDP(text);
    } catch {
      this.sendError(socket, 'Parse error');
      return;
    }
    if (message === undefined || !message.msg) this.sendError(socket, 'Bad request', message);
    else if (message.msg === 'connect') {
      if (session === null) this._handleConnect(socket, message);
      else this.sendError(socket, 'Already connected', message);
    } else if (session === null) this.sendError(socket, 'Must connect first', message);
    else session.processMessage(message, text);
  }

  malformed(socket: DDPSocket): void {
    this.sendError(socket, 'Bad request');
  }

  closed(socket: DDPSocket): void {
    clearTimeout(socket.connectTimer);
    this.stream_server.remove(socket);
    socket._meteorSession?.close();
    if (this.stream_server.size === 0) this.whenEmpty?.();
  }

  relieved(socket: DDPSocket): void {
    socket._meteorSession?.resume();
  }

  private sendError(socket: DDPSocket, reason: string, offendingMessage?: unknown): void {
    socket.send(frames.errorFrame(reason, offendingMessage));
  }

  _handleConnect(socket: DDPSocket, message: DDPMessage): void {
    const { version, support } = message;
    if (
      typeof version !== 'string' ||
      !Array.isArray(support) ||
      !support.every((each) => typeof each === 'string') ||
      !support.includes(version)
    ) {
      this.refuse(socket, SUPPORTED_DDP_VERSIONS[0] as string);
      return;
    }
    const best = calculateVersion(support, SUPPORTED_DDP_VERSIONS);
    if (version !== best) {
      this.refuse(socket, best);
      return;
    }
    if (this.isStopping) return;
    clearTimeout(socket.connectTimer);
    const session = new Session(this, version as DDPVersion, socket);
    socket._meteorSession = session;
    this.sessions.set(session.id, session);
    session.start();
    if (this.onConnectionHook.callbacks.size === 0) return;
    const call = (callback: (connection: ConnectionHandle) => void): boolean => {
      callback(session.connectionHandle);
      // One of them may have closed the connection.
      return socket._meteorSession === session;
    };
    this.onConnectionHook.forEach(call);
  }

  private refuse(socket: DDPSocket, version: string): void {
    socket.send(frames.failedFrame(version));
    socket.close();
  }

  _removeSession(session: Session): void {
    this.sessions.delete(session.id);
  }

  /**
   * Tells all clients to go elsewhere: those with nothing under way at once, the others when their methods have been
   * answered. Resolves when the last socket has closed.
   */
  stop(): Promise<void> {
    this.isStopping = true;
    const empty = new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
    });
    if (this.stream_server.size === 0) this.whenEmpty?.();
    for (const socket of this.stream_server.all_sockets()) {
      if (socket._meteorSession === null) socket.close(1001, 'Server is stopping');
      else socket._meteorSession.goAway();
    }
    return empty;
  }

  // ---- hooks

  /** Calls `fn` for each new connection. */
  onConnection(fn: (connection: ConnectionHandle) => void): { stop(): void } {
    return this.onConnectionHook.register(fn);
  }

  /** Calls `fn` for each message of a session before it is handled, except pings and pongs. */
  onMessage(fn: (message: DDPMessage, session: Session) => void): { stop(): void } {
    return this.onMessageHook.register(fn);
  }

  callOnMessage(message: DDPMessage, session: Session): void {
    if (this.onMessageHook.callbacks.size === 0) return;
    const call = (callback: (message: DDPMessage, session: Session) => void): boolean => {
      callback(message, session);
      return true;
    };
    this.onMessageHook.forEach(call);
  }

  // ---- publications

  /**
   * Sets how what publications send of the collection `name` is handled.
   * @throws Error for anything but one of `DDPServer.publicationStrategies`.
   */
  setPublicationStrategy(name: string, strategy: PublicationStrategy): void {
    if (!Object.values(publicationStrategies).includes(strategy)) {
      throw new Error(
        `Invalid publication strategy for collection ${name}; it must be one of DDPServer.publicationStrategies`,
      );
    }
    this._publicationStrategies[name] = strategy;
  }

  getPublicationStrategy(name: string): PublicationStrategy {
    return this._publicationStrategies[name] ?? this.options.defaultPublicationStrategy;
  }

  /** The same; some packages call it by this name. */
  _getPublicationStrategy(name: string): PublicationStrategy {
    return this.getPublicationStrategy(name);
  }

  publish(name: string | null, handler: PublishFunction, options?: PublishOptions): void;
  publish(publications: { readonly [name: string]: PublishFunction }): void;
  publish(
    name: string | null | { readonly [name: string]: PublishFunction },
    handler?: PublishFunction,
    options: PublishOptions = {},
  ): void {
    if (typeof name === 'object' && name !== null) {
      for (const [key, value] of Object.entries(name)) this.publish(key, value);
      return;
    }
    if (typeof handler !== 'function') {
      throw new Error(
        `The publish function of ${name ? `'${name}'` : 'a publication without a name'} is not a function`,
      );
    }
    if (name && name in this.publish_handlers) {
      Meteor._debug(`Ignoring duplicate publish named '${name}'`);
      return;
    }
    if (!options.is_auto) this.warnAboutAutopublish();
    if (name) {
      this.publish_handlers[name] = handler;
      return;
    }
    this.universal_publish_handlers.push(handler);
    for (const session of [...this.sessions.values()]) {
      if (!session._dontStartNewUniversalSubs) session._startSubscription(handler as Handler);
    }
  }

  private warnAboutAutopublish(): void {
    if (this.hasWarnedAboutAutopublish || !isAutopublishing()) return;
    this.hasWarnedAboutAutopublish = true;
    Meteor._debug(
      'Meteor.publish() is called although the package autopublish is installed, which sends all data to all clients. ' +
        'Remove it with: meteor remove autopublish',
    );
  }

  // ---- methods

  /** @throws Error when a name is taken or a value is not a function. */
  methods(methods: { readonly [name: string]: MethodFunction }): void {
    for (const [name, handler] of Object.entries(methods)) {
      if (typeof handler !== 'function') throw new Error(`Method '${name}' must be a function`);
      if (this.method_handlers[name]) throw new Error(`A method named '${name}' is already defined`);
      this.method_handlers[name] = handler;
    }
  }

  /** Calls a method. The last argument may be a callback; without one the result is a promise. */
  call(name: string, ...args: MethodValue[]): MethodValue {
    const callback = typeof args.at(-1) === 'function' ? (args.pop() as MethodCallback) : undefined;
    return this.apply(name, args, callback);
  }

  callAsync(name: string, ...args: MethodValue[]): Promise<MethodValue> {
    const first = args[0];
    const hasOptions = typeof first === 'object' && first !== null && Object.hasOwn(first, 'returnStubValue');
    const options = hasOptions ? (args.shift() as MethodApplyOptions) : undefined;
    return currentCallAsyncInvocation.withValue({ name, hasCallAsyncParent: true }, () =>
      this.applyAsync(name, args, { ...options, isFromCallAsync: true }),
    );
  }

  apply(
    name: string,
    args: readonly MethodValue[],
    options?: MethodApplyOptions | MethodCallback,
    callback?: MethodCallback,
  ): MethodValue {
    const isCallback = typeof options === 'function';
    const promise = this.applyAsync(name, args, isCallback ? undefined : options);
    const given = callback ?? (isCallback ? options : undefined);
    if (given === undefined) return promise;
    const bound = Meteor.bindEnvironment(given, `callback of the call to '${name}'`);
    promise.then(
      (result) => bound(undefined, result),
      (error) => bound(error),
    );
    return undefined;
  }

  applyAsync(name: string, args: readonly MethodValue[], options?: MethodApplyOptions): Promise<MethodValue> {
    const handler = this.method_handlers[name] as Handler | undefined;
    return callMethod(handler, name, args, options?.isFromCallAsync ?? false);
  }

  /** Is the method that runs called by `callAsync` of this server? */
  isAsyncCall(): boolean {
    return currentMethodInvocation.get()?._isFromCallAsync ?? false;
  }

  /** Path and query of the request that opened the session's socket. */
  _urlForSession(sessionId: string): string | null {
    return this.sessions.get(sessionId)?._socketUrl ?? null;
  }
}
