import { Meteor } from '@bolide/meteor/meteor';
import { BufferedWrites } from './buffered-writes.js';
import { type DocumentContext, processDocumentMessage } from './document-processors.js';
import { guarded } from './guarded.js';
import { after, inOrder, type MaybePromise } from './maybe-promise.js';
import { Quiescence } from './quiescence.js';
import { ServerDocuments } from './server-documents.js';
import type { DataMessage } from './server-messages.js';
import type { Stores } from './stores.js';
import type { StoreMessage } from './types.js';

export interface DataPipelineOptions {
  readonly stores: Stores;
  readonly bufferedWritesInterval: number;
  readonly bufferedWritesMaxAge: number;
  /** Has this method been sent, and is not over? */
  isMethodSent(methodId: string): boolean;
  /** What the method wrote is visible. */
  methodDataVisible(methodId: string): void;
  /** All documents that came before the subscription was ready are visible. */
  subscriptionReady(id: string): void;
  /** Runs a task when the messages that are being handled are done. */
  enqueue(task: () => MaybePromise<void>): void;
}

/** What stands between the server's messages about data and the stores. */
export class DataPipeline implements DocumentContext {
  readonly documents = new ServerDocuments();
  readonly quiescence = new Quiescence();
  /** True from the beginning of a new session until its first data are applied: the stores then forget all before. */
  resetStores = false;
  readonly stores: Stores;
  readonly #options: DataPipelineOptions;
  readonly #writes: BufferedWrites;
  #afterUpdate: (() => void)[] = [];
  /** Set while stores record what a stub writes: server's changes must not be mistaken for it. */
  #recording = false;
  #flushWanted = false;
  /** Set when what the stores are recording belongs to a session that has ended. */
  #originalsAreStale = false;
  #recordingTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: DataPipelineOptions) {
    this.#options = options;
    this.stores = options.stores;
    this.#writes = new BufferedWrites({
      interval: options.bufferedWritesInterval,
      maxAge: options.bufferedWritesMaxAge,
      flush: () => options.enqueue(() => this.flush()),
    });
  }

  get hasWrites(): boolean {
    return !this.#writes.isEmpty;
  }

  handle(message: DataMessage): MaybePromise<void> {
    if (!this.quiescence.waiting) {
      return after(this.#process(message), () => this.#flushAfter(message));
    }
    this.quiescence.hold(message);
    if (this.quiescence.waiting) return;
    return after(this.#processHeld(), () => this.#flushAfter(message));
  }

  /** Goes on if nothing needs to be waited for any more, other than by a message. */
  settle(): MaybePromise<void> {
    if (this.quiescence.waiting || (!this.quiescence.holdsAny && !this.resetStores)) return;
    return after(this.#processHeld(), () => this.flush());
  }

  /** Applies what waits, and calls the callbacks that wait for it. */
  flush(force = false): MaybePromise<void> {
    if (this.#recording && !force) {
      this.#flushWanted = true;
      return;
    }
    const reset = this.resetStores && !this.quiescence.waiting;
    const writes = this.#writes.take();
    if (reset) this.resetStores = false;
    return after(this.stores.perform(writes, reset), () => this.#runAfterUpdate());
  }

  /** Calls `callback` when the next flush is done. */
  afterUpdate(callback: () => void): void {
    this.#afterUpdate.push(callback);
  }

  /** A new session has begun, which is not the first one if `isReconnect`. The server sends everything again. */
  beginSession(isReconnect: boolean): void {
    this.#afterUpdate = [];
    this.stores.forgetUnclaimed();
    if (!isReconnect) return;
    this.resetStores = true;
    // All stores are going to be reset, so what stubs wrote is gone as well, and what a running one overwrites.
    this.#writes.take();
    this.documents.clear();
    this.#originalsAreStale = this.#recording;
  }

  /**
   * An asynchronous stub is about to run. False if another one is running: what this one writes will be taken for that
   * one's.
   */
  startRecording(): MaybePromise<boolean> {
    if (this.#recording) return false;
    return after(this.#flushBeforeStub(), () => {
      this.#recording = true;
      // A stub that waits for something outside must not stop the data for ever.
      this.#recordingTimer = setTimeout(
        () => this.#options.enqueue(() => (this.#flushWanted ? this.flush(true) : undefined)),
        this.#options.bufferedWritesMaxAge,
      );
      return after(this.stores.saveOriginals(), () => true);
    });
  }

  /** The same for a synchronous stub, which cannot wait for asynchronous stores. */
  startRecordingNow(): boolean {
    if (this.#recording) return false;
    void this.#flushBeforeStub();
    this.#recording = true;
    void this.stores.saveOriginals();
    return true;
  }

  /** The stub of a method has run: what it wrote is the server's to confirm. */
  stopRecording(methodId: string): void {
    this.#recording = false;
    clearTimeout(this.#recordingTimer);
    for (const [collection, originals] of this.stores.retrieveOriginals()) {
      this.documents.recordStub(methodId, collection, originals, this.#originalsAreStale);
    }
    this.#originalsAreStale = false;
    if (!this.#flushWanted) return;
    this.#flushWanted = false;
    this.#options.enqueue(() => this.flush());
  }

  /** Takes back what a stub wrote whose method will not be sent. */
  revertStub(methodId: string): MaybePromise<void> {
    this.#finishStub(methodId);
    return this.flush();
  }

  push(collection: string, message: StoreMessage): void {
    this.#writes.add(collection, message);
  }

  #process(message: DataMessage): MaybePromise<void> {
    switch (message.msg) {
      case 'nosub':
        return;
      case 'ready':
        for (const id of message.subs) this.#whenFlushed(() => this.#options.subscriptionReady(id));
        return;
      case 'updated':
        for (const id of message.methods) {
          this.#finishStub(id);
          this.#whenFlushed(() => this.#options.methodDataVisible(id));
        }
        return;
      default:
        return processDocumentMessage(this, message);
    }
  }

  #processHeld(): MaybePromise<void> {
    return inOrder(this.quiescence.release(), (message) =>
      guarded(`handling of the DDP message ${message.msg}`, () => this.#process(message)),
    );
  }

  #flushAfter(message: DataMessage): MaybePromise<void> {
    const isDocument = 'collection' in message;
    if (isDocument && this.#writes.schedule()) return;
    return this.flush();
  }

  #finishStub(methodId: string): void {
    for (const { collection, id, document, flushCallbacks } of this.documents.finishMethod(methodId)) {
      this.push(collection, { msg: 'replace', collection, id, replace: document });
      for (const callback of flushCallbacks) callback();
    }
  }

  #whenFlushed(callback: () => void): void {
    this.documents.whenFlushed(
      (methodId) => this.#options.isMethodSent(methodId),
      () => this.afterUpdate(callback),
    );
  }

  /** What has come must be in the stores, else it would be missing in what they record as the state before the stub. */
  #flushBeforeStub(): MaybePromise<void> {
    if (this.hasWrites && !this.quiescence.waiting) return this.flush();
  }

  #runAfterUpdate(): void {
    const callbacks = this.#afterUpdate;
    this.#afterUpdate = [];
    // These are the server's doing, not part of a method call that happens to be running.
    Meteor._runFresh(() => {
      for (const callback of callbacks) callback();
    });
  }
}
