import { EJSON } from '@bolide/meteor/ejson';
import { MongoID } from '@bolide/meteor/mongo-id';
import { countFact } from '../weak-packages.js';

/** What is told or listened for: `collection` (default: none) and any other keys with EJSON values. */
export interface CrossbarMessage {
  readonly collection?: string;
  readonly id?: unknown;
  readonly [key: string]: unknown;
}

interface Listener {
  readonly trigger: CrossbarMessage;
  readonly callback: (notification: CrossbarMessage) => unknown;
}

export interface CrossbarOptions {
  /** Default `'livedata'`. */
  readonly factPackage?: string;
  /** Default: listeners are not counted. */
  readonly factName?: string;
}

function collectionOf(message: CrossbarMessage): string {
  if (!('collection' in message)) return '';
  if (typeof message.collection !== 'string') throw new Error('Message has non-string collection!');
  if (message.collection === '') throw new Error('Message has empty collection!');
  return message.collection;
}

/** Passes notifications to those who listen for them. */
export class Crossbar {
  readonly factPackage: string;
  readonly factName: string | null;
  private nextId = 1;
  private readonly listeners = new Map<string, Map<number, Listener>>();

  constructor(options: CrossbarOptions = {}) {
    this.factPackage = options.factPackage ?? 'livedata';
    this.factName = options.factName ?? null;
  }

  /** Calls `callback` with each notification that matches `trigger`: no key that both have differs. */
  listen(trigger: CrossbarMessage, callback: (notification: CrossbarMessage) => unknown): { stop(): void } {
    const collection = collectionOf(trigger);
    const id = this.nextId++;
    let ofCollection = this.listeners.get(collection);
    if (ofCollection === undefined) {
      ofCollection = new Map();
      this.listeners.set(collection, ofCollection);
    }
    const listeners = ofCollection;
    listeners.set(id, { trigger: EJSON.clone(trigger), callback });
    this.count(1);
    return {
      stop: () => {
        if (!listeners.delete(id)) return;
        this.count(-1);
        if (listeners.size === 0 && this.listeners.get(collection) === listeners) this.listeners.delete(collection);
      },
    };
  }

  /** Calls the callbacks that match, one after another; those stopped meanwhile are left out. */
  async fire(notification: CrossbarMessage): Promise<void> {
    const listeners = this.listeners.get(collectionOf(notification));
    if (listeners === undefined) return;
    const matching: number[] = [];
    for (const [id, listener] of listeners) {
      if (this._matches(notification, listener.trigger)) matching.push(id);
    }
    for (const id of matching) await listeners.get(id)?.callback(notification);
  }

  _matches(notification: CrossbarMessage, trigger: CrossbarMessage): boolean {
    // Most notifications name one document; this answers "another document" without a general comparison.
    const a = notification.id;
    const b = trigger.id;
    if (typeof a === 'string' && typeof b === 'string' && a !== b) return false;
    if (a instanceof MongoID.ObjectID && b instanceof MongoID.ObjectID && !a.equals(b)) return false;
    return Object.keys(trigger).every(
      (key) => !(key in notification) || EJSON.equals(trigger[key] as never, notification[key] as never),
    );
  }

  private count(increment: number): void {
    if (this.factName !== null) countFact(this.factPackage, this.factName, increment);
  }
}

/** Tells observers of writes; what listens begins a write on the current fence when it has work to do first. */
export const invalidationCrossbar = new Crossbar({ factName: 'invalidation-crossbar-listeners' });
