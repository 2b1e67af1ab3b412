import { EJSON } from '@bolide/meteor/ejson';
import type { LiveQueryHandle } from '@bolide/meteor/minimongo';
import { Tracker } from '@bolide/meteor/tracker';
import { RenderedSource } from './rendered-source.js';
import type { ObservableCursor } from './types.js';

const idOf = (document: unknown): unknown => (document as { _id?: unknown } | null)?._id;

/** The documents of a cursor, in order. Those that stay the same stay the same objects. */
export class ObservedDocuments<T> extends RenderedSource {
  cursor: ObservableCursor<T> | undefined;
  #documents: T[] = [];
  /** Whether a component has the array: it must not change then. */
  #isShared = false;
  #handle: LiveQueryHandle | undefined;

  /** The documents now. The array is never changed afterwards. */
  snapshot(): T[] {
    this.#isShared = true;
    return this.#documents;
  }

  protected start(isResumed: boolean): void {
    const before = this.#documents;
    this.#documents = [];
    this.#isShared = false;
    const { cursor } = this;
    let isInitial = true;
    const change = (apply: (documents: T[]) => void): void => {
      if (this.#isShared) {
        this.#documents = [...this.#documents];
        this.#isShared = false;
      }
      apply(this.#documents);
      if (!isInitial) this.changed();
    };
    this.#handle =
      cursor &&
      Tracker.nonreactive(() =>
        cursor.observe({
          addedAt: (document, index) => change((documents) => documents.splice(index, 0, document)),
          changedAt: (document, _old, index) =>
            change((documents) => {
              documents[index] = document;
            }),
          removedAt: (_document, index) => change((documents) => documents.splice(index, 1)),
          movedTo: (_document, from, to) =>
            change((documents) => documents.splice(to, 0, ...documents.splice(from, 1))),
        }),
      );
    isInitial = false;
    this.#keepIdentity(before);
    if (isResumed && this.#documents !== before) this.changed();
  }

  protected stop(): void {
    this.#handle?.stop();
    this.#handle = undefined;
  }

  /** Puts the objects of before in the place of those that are equal. */
  #keepIdentity(before: T[]): void {
    if (before.length === 0) return;
    const known = new Map(before.map((document) => [JSON.stringify(idOf(document)), document]));
    const kept = this.#documents.map((document) => {
      const old = known.get(JSON.stringify(idOf(document)));
      return old !== undefined && EJSON.equals(old as never, document as never) ? old : document;
    });
    const isSame = kept.length === before.length && kept.every((document, index) => document === before[index]);
    this.#documents = isSame ? before : kept;
    // The component may still have it.
    this.#isShared = isSame;
  }
}
