import type { ClientVersionDocument } from './types.js';

type Fields = Omit<ClientVersionDocument, '_id'>;
type Listener = (id: string, fields: Fields, isNew: boolean) => void;

/** The version documents that clients are told of. */
export class PublishedVersions {
  readonly #documents = new Map<string, Fields>();
  readonly #listeners = new Set<Listener>();

  /** Adds a document, or puts fields into the one with that id. */
  set(id: string, fields: Fields): void {
    const before = this.#documents.get(id);
    const now = { ...before, ...fields };
    this.#documents.set(id, now);
    for (const listener of this.#listeners) listener(id, now, before === undefined);
  }

  /** Calls `listener` with all documents, then whenever one changes. Returns a function that ends it. */
  watch(listener: Listener): () => void {
    for (const [id, fields] of this.#documents) listener(id, fields, true);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
