import { guarded } from './guarded.js';
import { after, inOrder, type MaybePromise } from './maybe-promise.js';
import type { Document, Originals, Store, StoreMessage } from './types.js';
import { UnclaimedUpdates } from './unclaimed-updates.js';

/** The local copies of the server's collections. */
export class Stores {
  /** By the name of the collection. */
  readonly byName: Record<string, Store> = Object.create(null);
  readonly #unclaimed = new UnclaimedUpdates();

  /** Adds a store and gives it what came for its collection before. `false` if the name is taken. */
  register(name: string, store: Store): MaybePromise<boolean> {
    if (name in this.byName) return false;
    this.byName[name] = store;
    const messages = this.#unclaimed.take(name);
    if (messages.length === 0) return true;
    return after(this.#apply(name, store, messages, false), () => true);
  }

  /** Applies changes, by collection, in one batch for each store. With `reset`, stores forget all documents first. */
  perform(writes: ReadonlyMap<string, StoreMessage[]>, reset: boolean): MaybePromise<void> {
    if (writes.size === 0 && !reset) return;
    for (const [name, messages] of writes) if (!(name in this.byName)) this.#unclaimed.add(name, messages);
    // All batches are begun before any change and ended after all: observers see the changes of one message together.
    const entries = Object.entries(this.byName);
    const begun = inOrder(entries, ([name, store]) =>
      guarded(`beginUpdate of the collection ${name}`, () => store.beginUpdate?.(writes.get(name)?.length ?? 0, reset)),
    );
    const updated = after(begun, () =>
      inOrder(entries, ([name, store]) => this.#update(name, store, writes.get(name) ?? [])),
    );
    return after(updated, () =>
      inOrder(entries, ([name, store]) => guarded(`endUpdate of the collection ${name}`, () => store.endUpdate?.())),
    );
  }

  /** A new session begins: the server sends everything again. */
  forgetUnclaimed(): void {
    this.#unclaimed.clear();
  }

  saveOriginals(): MaybePromise<void> {
    return inOrder(Object.values(this.byName), (store) => store.saveOriginals?.());
  }

  /** The documents as they were before stubs wrote to them, by collection. */
  retrieveOriginals(): [name: string, originals: Originals][] {
    return Object.entries(this.byName).flatMap(([name, store]) => {
      const originals = store.retrieveOriginals?.();
      return originals ? [[name, originals]] : [];
    });
  }

  /** The document as the application sees it. */
  getDocument(collection: string, id: unknown): MaybePromise<Document | undefined> {
    return this.byName[collection]?.getDoc?.(id);
  }

  isOrdered(collection: string): boolean {
    return this.byName[collection]?.ordered === true;
  }

  #apply(name: string, store: Store, messages: StoreMessage[], reset: boolean): MaybePromise<void> {
    const begun = guarded(`beginUpdate of the collection ${name}`, () => store.beginUpdate?.(messages.length, reset));
    const updated = after(begun, () => this.#update(name, store, messages));
    return after(updated, () => guarded(`endUpdate of the collection ${name}`, () => store.endUpdate?.()));
  }

  #update(name: string, store: Store, messages: readonly StoreMessage[]): MaybePromise<void> {
    // One change that a store cannot apply must not keep it from the others, nor the batch open for ever.
    return inOrder(messages, (message) =>
      guarded(`update of the collection ${name} (${message.msg} ${message.id})`, () => store.update?.(message)),
    );
  }
}
