import { type Document, LocalCollection } from '@bolide/meteor/minimongo';
import type { ObserveSink } from '../drivers/types.js';
import { fieldChanges, withoutId } from '../observe/field-changes.js';
import { tellDifference } from '../observe/tell-difference.js';
import type { LiveResult } from './live-result.js';

export type Project = (document: Document) => Document;

/** All documents that match, in no order. */
export class UnorderedResult implements LiveResult {
  // Nobody sees the order.
  readonly fetchOptions: Document = { sort: undefined };
  readonly isDry = false;
  readonly #sink: ObserveSink;
  readonly #project: Project;
  #documents = new LocalCollection._IdMap<Document>();

  constructor(sink: ObserveSink, project: Project) {
    this.#sink = sink;
    this.#project = project;
  }

  reset(documents: Document[]): void {
    const before = this.documents();
    this.#documents = new LocalCollection._IdMap<Document>();
    for (const document of documents) this.#documents.set(document._id, this.#project(document));
    tellDifference(this.#sink, before, this.documents());
  }

  apply(id: unknown, document: Document | undefined): void {
    const before = this.#documents.get(id);
    if (!document) {
      if (!before) return;
      this.#documents.remove(id);
      this.#sink.removed(id);
      return;
    }
    const after = this.#project(document);
    this.#documents.set(id, after);
    if (!before) {
      this.#sink.added(id, withoutId(after));
      return;
    }
    const changes = fieldChanges(before, after);
    if (changes) this.#sink.changed(id, changes);
  }

  documents(): Document[] {
    return [...this.#documents._map.values()];
  }
}
