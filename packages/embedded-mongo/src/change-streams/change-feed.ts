import type { Document } from 'bson';
import type { Change, ChangeToken, Engine } from '../engine/types.js';
import type { ChangeScope } from './change-scope.js';
import { SharedEvents } from './shared-events.js';

/** Is told of changes, in the order of commits. */
export interface ChangeSubscriber {
  readonly scope: ChangeScope;
  /** A change in scope, by its namespace at least. */
  take(change: Change): void;
  /** All changes of the commits so far have been told. */
  settle(): void;
}

/**
 * Tells change streams what has been committed. Each commit is read once, however many streams there are, and is looked
 * at only by the streams of its collection and database, and those of everything.
 */
export class ChangeFeed {
  readonly #engine: Engine;
  /** Streams that watch the same with the same options are told the same. */
  readonly events = new SharedEvents<Document>();
  readonly #byScope = new Map<string, Set<ChangeSubscriber>>();
  #position: ChangeToken | undefined;
  #subscribers = 0;
  #endListening: (() => void) | undefined;
  #scheduled = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Up to where the subscribers have been told. */
  get position(): ChangeToken | undefined {
    return this.#subscribers === 0 ? this.#engine.changeWindow.last : this.#position;
  }

  get size(): number {
    return this.#subscribers;
  }

  /** Tells the subscriber of all changes from now on, until the function that it returns is called. */
  subscribe(subscriber: ChangeSubscriber): () => void {
    if (this.#subscribers === 0) {
      this.#position = this.#engine.changeWindow.last;
      this.#endListening = this.#engine.onCommit(() => this.#schedule());
    } else {
      this.#pump();
    }
    const key = scopeKey(subscriber.scope.database, subscriber.scope.collection);
    const set = this.#byScope.get(key) ?? new Set();
    this.#byScope.set(key, set);
    set.add(subscriber);
    this.#subscribers += 1;
    return () => {
      if (!set.delete(subscriber)) return;
      this.#subscribers -= 1;
      if (set.size === 0) this.#byScope.delete(key);
      if (this.#subscribers === 0) this.#stopListening();
    };
  }

  close(): void {
    this.#byScope.clear();
    this.#subscribers = 0;
    this.#stopListening();
  }

  #stopListening(): void {
    this.#endListening?.();
    this.#endListening = undefined;
  }

  /** The commands of one turn of the event loop are told at once, after their replies are on their way. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#endListening) this.#pump();
    });
  }

  #pump(): void {
    const told = new Set<ChangeSubscriber>();
    for (const change of this.#engine.changes(this.#position)) {
      this.#position = change.token;
      this.#tell(change, told);
    }
    for (const subscriber of told) subscriber.settle();
  }

  #tell(change: Change, told: Set<ChangeSubscriber>): void {
    const { namespace, to } = change;
    const keys = new Set([
      scopeKey(undefined, undefined),
      scopeKey(namespace.database, undefined),
      scopeKey(namespace.database, namespace.collection),
    ]);
    if (to) keys.add(scopeKey(to.database, undefined)).add(scopeKey(to.database, to.collection));
    for (const key of keys) {
      const subscribers = this.#byScope.get(key);
      if (!subscribers) continue;
      for (const subscriber of subscribers) {
        subscriber.take(change);
        told.add(subscriber);
      }
    }
  }
}

function scopeKey(database: string | undefined, collection: string | undefined): string {
  return `${database ?? ''}\0${collection ?? ''}`;
}
