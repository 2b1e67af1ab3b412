import type { Store } from '@bolide/meteor/ddp-client';
import { Tracker } from '@bolide/meteor/tracker';
import type { AutoupdateVersions, ClientVersionDocument } from './types.js';

type Listener = (document: ClientVersionDocument, isNew: boolean) => void;

export interface WatchOptions {
  /** Do not call the listener for documents that are there already. Default false. */
  readonly skipInitial?: boolean | undefined;
  /** Call it only for the document with this id. */
  readonly filter?: string | undefined;
}

/** The version documents that the server has told this client of. */
export class ClientVersions {
  readonly #documents = new Map<string, ClientVersionDocument>();
  readonly #listeners = new Set<Listener>();
  readonly #dependency = new Tracker.Dependency();

  /** Makes this the local copy of the collection. */
  createStore(): Store {
    return {
      update: (message) => {
        // The rest is of no interest: documents that are removed say nothing about versions.
        if (message.msg === 'added' || message.msg === 'changed') this.set(message.id, message.fields);
      },
    };
  }

  hasVersions(): boolean {
    return this.#documents.size > 0;
  }

  get(id: string): ClientVersionDocument | undefined {
    return this.#documents.get(id);
  }

  /** Adds a document, or puts fields into the one with that id. */
  set(id: string, fields: Omit<ClientVersionDocument, '_id'>): void {
    const before = this.#documents.get(id);
    const now: ClientVersionDocument = { ...before, ...fields, _id: id };
    this.#documents.set(id, now);
    this.#dependency.changed();
    for (const listener of [...this.#listeners]) listener(now, before === undefined);
  }

  /**
   * Calls `listener` with the documents that are there, soon, and with each one that changes.
   * @returns a function that ends it.
   */
  watch(listener: Listener, { skipInitial, filter }: WatchOptions = {}): () => void {
    const call: Listener = (document, isNew) => {
      if (filter === undefined || document._id === filter) listener(document, isNew);
    };
    if (!skipInitial) {
      // Soon, so that the caller has the function that ends it before the first call.
      for (const document of this.#documents.values()) {
        queueMicrotask(() => {
          if (this.#listeners.has(call)) call(document, true);
        });
      }
    }
    this.#listeners.add(call);
    return () => {
      this.#listeners.delete(call);
    };
  }

  /** Whether one of `fields` of the document `id` differs from what `current` says. Reactive. */
  newClientAvailable(
    id: string,
    fields: readonly (keyof AutoupdateVersions)[],
    current: Partial<AutoupdateVersions>,
  ): boolean {
    this.#dependency.depend();
    const document = this.#documents.get(id);
    return document !== undefined && fields.some((field) => document[field] !== current[field]);
  }
}
