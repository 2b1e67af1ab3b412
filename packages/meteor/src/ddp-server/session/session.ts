import { currentMethodInvocation, DDPCommon, type DDPMessage, type DDPVersion } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { Random } from '@bolide/meteor/random';
import { clientError, toClientError, type WireError } from '../errors.js';
import * as frames from '../frames.js';
import { SessionCollectionView } from '../merge-box/collection-view.js';
import type { Server } from '../meteor-server.js';
import type { DDPSocket } from '../transport/ddp-socket.js';
import { countFact, type RateLimiterInput, rateLimiter } from '../weak-packages.js';
import { SessionConnectionHandle } from './connection-handle.js';
import { MessageQueue } from './message-queue.js';
import { type Handler, isThenable, runHandler } from './run-handler.js';
import { ServerMethodInvocation } from './server-method-invocation.js';
import { Subscription } from './subscription.js';
import { beginTurn, isTurnUsedUp } from './turn-share.js';

type Heartbeat = InstanceType<typeof DDPCommon.Heartbeat>;

/** WebSocket close codes. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

/** Ticket of nobody: the next message may begin. */
const NOT_BLOCKED = 0;

/**
 * One client from `connect` until its socket closes.
 *
 * Its messages are handled one at a time in the order they came. A message holds the queue with a ticket until its
 * handler has finished or called `unblock`. A method whose function returns no promise is finished before `receive`
 * returns: no promise, no queue entry.
 */
export class Session {
  readonly id: string = Random.id();
  readonly server: Server;
  readonly version: DDPVersion;
  readonly socket: DDPSocket;
  readonly connectionHandle: SessionConnectionHandle;
  userId: string | null = null;
  /** Messages that wait; `null` once the session is closed. */
  inQueue: MessageQueue | null = new MessageQueue();
  _namedSubs = new Map<string, Subscription>();
  _universalSubs: Subscription[] = [];
  collectionViews = new Map<string, SessionCollectionView>();
  /** False while publications run again for another user: what they send goes only into the views. */
  _isSending = true;
  _dontStartNewUniversalSubs = false;
  readonly _socketUrl: string;
  heartbeat: Heartbeat | null = null;

  /** The ticket of the message that holds the queue. */
  private blockedBy = NOT_BLOCKED;
  private lastTicket = NOT_BLOCKED;
  /** True while a handler's synchronous part runs: whoever unblocks then leaves the next message to the loop in `drain`. */
  private isDispatching = false;
  /** Methods and publish functions that have begun and not finished. */
  private running = 0;
  private isGoingAway = false;
  private isYielding = false;
  private pendingReady: string[] = [];
  private closeCallbacks: (() => void)[] = [];
  private userChange: Promise<void> | undefined;

  constructor(server: Server, version: DDPVersion, socket: DDPSocket) {
    this.server = server;
    this.version = version;
    this.socket = socket;
    this._socketUrl = socket.url;
    this.connectionHandle = new SessionConnectionHandle(this, socket.remoteAddress || null);
    countFact('livedata', 'sessions', 1);
  }

  /** Answers `connect` and begins what every client gets. */
  start(): void {
    this.sendText(frames.connectedFrame(this.id));
    this.startUniversalSubs();
    const { heartbeatInterval, heartbeatTimeout } = this.server.options;
    if (this.version !== 'pre1' && heartbeatInterval !== 0 && this.inQueue !== null) {
      this.heartbeat = new DDPCommon.Heartbeat({
        heartbeatInterval,
        heartbeatTimeout,
        onTimeout: () => this.close(),
        sendPing: () => this.sendText(frames.pingFrame),
      });
      this.heartbeat.start();
    }
  }

  // ---- sending

  /** Sends a message in its abstract form. */
  send(message: DDPMessage): void {
    this.sendText(DDPCommon.stringifyDDP(message));
  }

  sendText(text: string): void {
    if (this.inQueue === null) return;
    if ((Meteor as { _printSentDDP?: boolean })._printSentDDP) Meteor._debug('Sent DDP', text);
    this.socket.send(text);
  }

  sendError(reason: string, offendingMessage?: unknown): void {
    this.sendText(frames.errorFrame(reason, offendingMessage));
  }

  sendUpdated(messageId: string): void {
    this.sendText(frames.updatedFrame(messageId));
  }

  sendReady(subscriptionIds: readonly string[]): void {
    if (this._isSending) this.sendText(frames.readyFrame(subscriptionIds));
    else this.pendingReady.push(...subscriptionIds);
  }

  sendAdded(collection: string, id: string, fields: object): void {
    if (this._canSend(collection)) this.sendText(frames.addedFrame(collection, id, fields));
  }

  sendChanged(collection: string, id: string, fields: object): void {
    if (Object.keys(fields).length > 0 && this._canSend(collection)) {
      this.sendText(frames.changedFrame(collection, id, fields));
    }
  }

  sendRemoved(collection: string, id: string): void {
    if (this._canSend(collection)) this.sendText(frames.removedFrame(collection, id));
  }

  _canSend(collection: string): boolean {
    return this._isSending || !this.server.getPublicationStrategy(collection).useCollectionView;
  }

  // ---- the merge box

  getCollectionView(collection: string): SessionCollectionView {
    let view = this.collectionViews.get(collection);
    if (view === undefined) {
      view = new SessionCollectionView(
        collection,
        {
          added: (name, id, fields) => this.sendAdded(name, id, fields),
          changed: (name, id, fields) => this.sendChanged(name, id, fields),
          removed: (name, id) => this.sendRemoved(name, id),
        },
        () => this.server.getPublicationStrategy(collection).useDummyDocumentView,
      );
      this.collectionViews.set(collection, view);
    }
    return view;
  }

  added(subscription: string, collection: string, id: string, fields: object): void {
    if (this.server.getPublicationStrategy(collection).useCollectionView) {
      this.getCollectionView(collection).added(subscription, id, fields);
    } else {
      this.sendAdded(collection, id, fields);
    }
  }

  changed(subscription: string, collection: string, id: string, fields: object): void {
    if (this.server.getPublicationStrategy(collection).useCollectionView) {
      this.getCollectionView(collection).changed(subscription, id, fields);
    } else {
      this.sendChanged(collection, id, fields);
    }
  }

  removed(subscription: string, collection: string, id: string): void {
    if (this.server.getPublicationStrategy(collection).useCollectionView) {
      const view = this.getCollectionView(collection);
      view.removed(subscription, id);
      if (view.isEmpty()) this.collectionViews.delete(collection);
    } else {
      this.sendRemoved(collection, id);
    }
  }

  // ---- messages

  /**
   * Handles a message now, or puts it into the queue.
   * @param text what it was read from; it counts for the limits of the queue.
   */
  processMessage(message: DDPMessage, text = ''): void {
    const queue = this.inQueue;
    if (queue === null) return;
    this.heartbeat?.messageReceived();
    if (this.version !== 'pre1') {
      // Out of turn, so that a client whose method takes long is not taken for dead.
      if (message.msg === 'ping') {
        if (this.server.options.respondToPings) this.sendText(frames.pongFrame(message.id));
        return;
      }
      if (message.msg === 'pong') return;
    }
    if (this.isGoingAway) return;
    if (this.blockedBy !== NOT_BLOCKED || this.isDispatching || queue.length > 0 || this.isFull()) {
      this.enqueue(queue, message, text);
      return;
    }
    this.dispatch(message);
    if (queue.length > 0) this.drain();
  }

  private enqueue(queue: MessageQueue, message: DDPMessage, text: string): void {
    const { maxQueuedMessages, maxQueuedSize } = this.server.limits;
    if (queue.length >= maxQueuedMessages || queue.size + text.length > maxQueuedSize) {
      this.sendError('Too many messages are waiting');
      this.close(POLICY_VIOLATION, 'Too many messages are waiting');
      return;
    }
    queue.push(message, text);
  }

  private isFull(): boolean {
    return this.running >= this.server.limits.maxRunning || this.socket.isCongested || this.isYielding;
  }

  /** Leaves the messages that wait for the next turn of the event loop: one client must not keep all others waiting. */
  private yieldTurn(): void {
    if (this.isYielding) return;
    this.isYielding = true;
    setImmediate(() => {
      this.isYielding = false;
      this.settle();
    });
  }

  /** The socket was congested and takes more. */
  resume(): void {
    this.settle();
  }

  /** Handles waiting messages as long as nothing holds the queue. */
  private drain(): void {
    while (this.inQueue !== null && this.blockedBy === NOT_BLOCKED && !this.isFull() && !this.isGoingAway) {
      const message = this.inQueue.shift();
      if (message === undefined) return;
      this.dispatch(message);
    }
  }

  /** Runs the synchronous part of a message's handler. */
  private dispatch(message: DDPMessage): void {
    const ticket = ++this.lastTicket;
    this.blockedBy = ticket;
    this.isDispatching = true;
    beginTurn();
    try {
      this.server.callOnMessage(message, this);
      switch (message.msg) {
        case 'method':
          this.handleMethod(message, ticket);
          break;
        case 'sub':
          this.handleSub(message, ticket);
          break;
        case 'unsub':
          this.handleUnsub(message);
          this.release(ticket);
          break;
        default:
          this.sendError('Bad request', message);
          this.release(ticket);
      }
    } catch (error) {
      Meteor._debug('Internal exception while processing message', error);
      this.release(ticket);
    } finally {
      this.isDispatching = false;
      // Not at every message: most are handled faster than the clock is read.
      if ((ticket & 3) === 0 && isTurnUsedUp()) this.yieldTurn();
    }
  }

  /** The message with `ticket` no longer holds the queue. */
  private release(ticket: number): void {
    if (this.blockedBy !== ticket) return;
    this.blockedBy = NOT_BLOCKED;
    if (!this.isDispatching && this.inQueue !== null && this.inQueue.length > 0) this.drain();
  }

  /** `this.unblock()` of the method or publish function that the message with `ticket` began. */
  unblock(ticket: number): void {
    if (this.blockedBy !== ticket) return;
    if (this.isDispatching) this.blockedBy = NOT_BLOCKED;
    // Later messages must not inherit the environment variables of the handler that lets them go first.
    else Meteor._runFresh(() => this.release(ticket));
  }

  /** To be called after each change that may let waiting messages begin, or a stopping server close. */
  private settle(): void {
    if (this.inQueue === null) return;
    if (!this.isDispatching && this.inQueue.length > 0) this.drain();
    if (this.isGoingAway && this.running === 0) this.close(GOING_AWAY, 'Server is stopping');
  }

  // ---- methods

  private handleMethod(message: DDPMessage, ticket: number): void {
    const { id, method: name, params, randomSeed } = message;
    if (
      typeof id !== 'string' ||
      typeof name !== 'string' ||
      (params !== undefined && !Array.isArray(params)) ||
      (randomSeed !== undefined && typeof randomSeed !== 'string')
    ) {
      this.sendError('Malformed method invocation', message);
      this.release(ticket);
      return;
    }
    const handler = this.server.method_handlers[name];
    const refusal = handler === undefined ? notFound('Method', name) : this.checkRate('method', name);
    if (handler === undefined || refusal !== undefined) {
      this.sendText(frames.errorResultFrame(id, refusal as WireError));
      this.sendUpdated(id);
      this.release(ticket);
      return;
    }
    const invocation = new ServerMethodInvocation(this, ticket, id, name, randomSeed ?? null);
    let result: unknown;
    let takesTime: boolean;
    try {
      result = currentMethodInvocation.withValue(invocation, () =>
        runHandler(handler as Handler, invocation, params ?? [], () => `call to '${name}'`),
      );
      // May be a getter that throws.
      takesTime = isThenable(result);
    } catch (error) {
      this.failMethod(invocation, error);
      return;
    }
    if (takesTime) {
      this.running++;
      // Promise.resolve also tames thenables that throw, or that answer twice.
      Promise.resolve(result).then(
        (value) => {
          this.running--;
          this.finishMethod(invocation, value);
          this.settle();
        },
        (error) => {
          this.running--;
          this.failMethod(invocation, error);
          this.settle();
        },
      );
    } else {
      this.finishMethod(invocation, result);
    }
  }

  private finishMethod(invocation: ServerMethodInvocation, result: unknown): void {
    let text: string;
    try {
      text = frames.resultFrame(invocation.messageId, result);
    } catch (error) {
      this.failMethod(invocation, error);
      return;
    }
    this.completeMethod(invocation, text);
  }

  private failMethod(invocation: ServerMethodInvocation, error: unknown): void {
    const wire = toClientError(error, `while invoking method '${invocation.name}'`);
    this.completeMethod(invocation, frames.errorResultFrame(invocation.messageId, wire));
  }

  private completeMethod(invocation: ServerMethodInvocation, resultText: string): void {
    this.sendText(resultText);
    const fence = invocation.usedFence;
    invocation.isFinished = true;
    if (fence === undefined) {
      this.sendUpdated(invocation.messageId);
      this.release(invocation.ticket);
      return;
    }
    const pending = (fence.fired ? undefined : fence.arm()) ?? this.userChange;
    if (pending === undefined) this.release(invocation.ticket);
    else
      pending.then(
        () => this.release(invocation.ticket),
        () => this.release(invocation.ticket),
      );
  }

  private checkRate(type: 'method' | 'subscription', name: string): WireError | undefined {
    const limiter = rateLimiter();
    if (limiter === undefined) return undefined;
    const input: RateLimiterInput = {
      userId: this.userId,
      clientAddress: this.connectionHandle.clientAddress,
      type,
      name,
      connectionId: this.id,
    };
    try {
      limiter._increment(input);
      const result = limiter._check(input);
      if (result.allowed) return undefined;
      return clientError('too-many-requests', limiter.getErrorMessage(result), { timeToReset: result.timeToReset });
    } catch (error) {
      // The rules are functions of the app.
      return toClientError(error, `in a rate limit of ${type} '${name}'`);
    }
  }

  // ---- subscriptions

  private handleSub(message: DDPMessage, ticket: number): void {
    const { id, name, params } = message;
    if (
      typeof id !== 'string' ||
      id === '' ||
      typeof name !== 'string' ||
      (params !== undefined && !Array.isArray(params))
    ) {
      this.sendError('Malformed subscription', message);
      this.release(ticket);
      return;
    }
    const handler = this.server.publish_handlers[name];
    if (handler === undefined) {
      this.sendText(frames.noSubscriptionFrame(id, notFound('Subscription', name)));
      this.release(ticket);
      return;
    }
    // Clients subscribe again after a reconnect, and may do so twice.
    if (this._namedSubs.has(id)) {
      this.release(ticket);
      return;
    }
    const refusal = this.checkSubscriptionCount() ?? this.checkRate('subscription', name);
    if (refusal !== undefined) {
      this.sendText(frames.noSubscriptionFrame(id, refusal));
      this.release(ticket);
      return;
    }
    const pending = this._startSubscription(handler as Handler, id, params, name, () => this.unblock(ticket));
    if (pending === undefined) {
      this.release(ticket);
      return;
    }
    this.running++;
    pending.then(() => {
      this.running--;
      this.release(ticket);
      this.settle();
    });
  }

  private checkSubscriptionCount(): WireError | undefined {
    const { maxSubscriptions } = this.server.limits;
    if (this._namedSubs.size < maxSubscriptions) return undefined;
    return clientError('too-many-subscriptions', `A connection can have ${maxSubscriptions} subscriptions`);
  }

  private handleUnsub(message: DDPMessage): void {
    const { id } = message;
    if (typeof id !== 'string') {
      this.sendError('Malformed unsubscription', message);
      return;
    }
    const subscription = this._namedSubs.get(id);
    if (subscription === undefined) this.sendText(frames.noSubscriptionFrame(id));
    else this._stopSubscription(subscription);
  }

  /** @returns a promise when the publish function takes time. It never rejects. */
  _startSubscription(
    handler: Handler,
    id?: string,
    params?: readonly unknown[],
    name?: string,
    unblock?: () => void,
  ): Promise<void> | undefined {
    const subscription = new Subscription(this, handler, id, params, name, unblock);
    if (id === undefined) this._universalSubs.push(subscription);
    else this._namedSubs.set(id, subscription);
    return subscription._runHandler();
  }

  startUniversalSubs(): void {
    // A copy: those added meanwhile are started by `publish`.
    for (const handler of [...this.server.universal_publish_handlers]) this._startSubscription(handler as Handler);
  }

  /** Ends a subscription and tells the client, with `error` if it failed. */
  _stopSubscription(subscription: Subscription, error?: unknown): void {
    const id = subscription._subscriptionId;
    if (id === undefined) {
      // The client knows no identifier of it that it could be told.
      if (error !== undefined) toClientError(error, 'from a publication without a name');
      this._universalSubs = this._universalSubs.filter((each) => each !== subscription);
    } else if (this._namedSubs.get(id) === subscription) {
      this._namedSubs.delete(id);
    }
    subscription._removeAllDocuments();
    subscription._deactivate();
    if (id === undefined) return;
    const wire =
      error === undefined ? undefined : toClientError(error, `from sub ${subscription._name} id ${excerpt(id)}`);
    this.sendText(frames.noSubscriptionFrame(id, wire));
  }

  /** Ends all subscriptions without telling a client that is gone. */
  private deactivateAllSubscriptions(): void {
    const all = [...this._namedSubs.values(), ...this._universalSubs];
    this._namedSubs = new Map();
    this._universalSubs = [];
    for (const subscription of all) subscription._deactivate();
  }

  // ---- the user

  /**
   * Sets the user and runs all publications again for him; the client gets the difference, at once, when they are ready.
   * @throws Error for anything but a string or null.
   */
  async _setUserId(userId: string | null): Promise<void> {
    if (userId !== null && typeof userId !== 'string') {
      throw new Error(`setUserId must be called on string or null, not ${typeof userId}`);
    }
    // Two changes at a time would mix their publications.
    const change =
      this.userChange === undefined ? this.changeUser(userId) : this.userChange.then(() => this.changeUser(userId));
    this.userChange = change;
    try {
      await change;
    } finally {
      if (this.userChange === change) this.userChange = undefined;
    }
  }

  private async changeUser(userId: string | null): Promise<void> {
    this._dontStartNewUniversalSubs = true;
    const oldSubs = this._namedSubs;
    const allOldSubs = [...oldSubs.values(), ...this._universalSubs];
    for (const subscription of allOldSubs) subscription._deactivate();
    this.removeUnmergedDocuments(allOldSubs);

    this._isSending = false;
    const before = this.collectionViews;
    this.collectionViews = new Map();
    this.userId = userId;

    // Called by a method; publish functions must not take themselves for a part of it.
    await currentMethodInvocation.withValue(undefined, async () => {
      this._namedSubs = new Map();
      this._universalSubs = [];
      const pending: Promise<void>[] = [];
      for (const [id, old] of oldSubs) {
        const subscription = old._recreate();
        this._namedSubs.set(id, subscription);
        const running = subscription._runHandler();
        if (running !== undefined) pending.push(running);
      }
      if (pending.length > 0) await Promise.all(pending);
      this._dontStartNewUniversalSubs = false;
      this.startUniversalSubs();
    });

    if (this.inQueue === null) return;
    this._isSending = true;
    this.sendDifference(before);
    if (this.pendingReady.length > 0) {
      const ready = this.pendingReady;
      this.pendingReady = [];
      this.sendReady(ready);
    }
  }

  /** Collections without a view have no difference; the client would get their documents twice. */
  private removeUnmergedDocuments(subscriptions: readonly Subscription[]): void {
    for (const subscription of subscriptions) {
      for (const [collection, ids] of subscription._documents) {
        if (this.server.getPublicationStrategy(collection).useCollectionView) continue;
        for (const id of ids) this.sendRemoved(collection, id);
      }
    }
  }

  private sendDifference(before: ReadonlyMap<string, SessionCollectionView>): void {
    for (const [collection, old] of before) {
      const view = this.collectionViews.get(collection);
      if (view !== undefined) view.diff(old);
      else for (const id of old.documents.keys()) this.sendRemoved(collection, id);
    }
    for (const [collection, view] of this.collectionViews) {
      if (before.has(collection)) continue;
      for (const [id, document] of view.documents) this.sendAdded(collection, id, document.getFields());
    }
  }

  // ---- the end

  onClose(callback: () => void): void {
    if (this.inQueue === null) Meteor.defer(callback);
    else this.closeCallbacks.push(callback);
  }

  /** Lets the methods that run finish, answers them, then closes. Messages that wait are left to the next server. */
  goAway(): void {
    if (this.inQueue === null) return;
    this.isGoingAway = true;
    if (this.running === 0) this.close(GOING_AWAY, 'Server is stopping');
  }

  /** Closes the socket and forgets the client. */
  close(code?: number, reason?: string): void {
    if (this.inQueue === null) return;
    this.inQueue.clear();
    this.inQueue = null;
    this.collectionViews = new Map();
    this.heartbeat?.stop();
    this.heartbeat = null;
    this.socket.close(code, reason);
    this.socket._meteorSession = null;
    countFact('livedata', 'sessions', -1);
    Meteor.defer(() => {
      this.deactivateAllSubscriptions();
      const callbacks = this.closeCallbacks;
      this.closeCallbacks = [];
      for (const callback of callbacks) callback();
    });
    this.server._removeSession(this);
  }
}

/** A client's identifier for the log, which clients must not be able to fill. */
function excerpt(id: string): string {
  return JSON.stringify(id.length > 100 ? `${id.slice(0, 100)}…` : id);
}

function notFound(kind: 'Method' | 'Subscription', name: string): WireError {
  return clientError(404, `${kind} '${name}' not found`);
}
