import type { Document } from '@bolide/meteor/minimongo';
import type { ObserveSink } from '../drivers/types.js';

/** Keeps the result that it is told of. */
export class RecordingSink implements ObserveSink {
  readonly ordered: boolean;
  documents: Document[] = [];
  readonly log: unknown[][] = [];
  isReady = false;
  error: unknown;

  constructor(ordered: boolean) {
    this.ordered = ordered;
  }

  get ids(): unknown[] {
    return this.documents.map(({ _id }) => _id);
  }

  added(id: unknown, fields: Document): void {
    if (this.ordered) throw new Error('added was called of an ordered sink');
    this.log.push(['added', id, fields]);
    this.#insert({ _id: id, ...fields }, null);
  }

  addedBefore(id: unknown, fields: Document, before: unknown): void {
    if (!this.ordered) throw new Error('addedBefore was called of an unordered sink');
    this.log.push(['addedBefore', id, fields, before]);
    this.#insert({ _id: id, ...fields }, before);
  }

  changed(id: unknown, fields: Document): void {
    this.log.push(['changed', id, fields]);
    const document = this.documents[this.#indexOf(id)] as Document;
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) delete document[name];
      else document[name] = value;
    }
  }

  movedBefore(id: unknown, before: unknown): void {
    this.log.push(['movedBefore', id, before]);
    const [document] = this.documents.splice(this.#indexOf(id), 1);
    this.#insert(document as Document, before);
  }

  removed(id: unknown): void {
    this.log.push(['removed', id]);
    this.documents.splice(this.#indexOf(id), 1);
  }

  ready(): void {
    this.isReady = true;
  }

  fail(error: unknown): void {
    this.error = error;
  }

  onFlush(callback: () => void): void {
    callback();
  }

  #insert(document: Document, before: unknown): void {
    if (this.ids.includes(document._id)) throw new Error(`${document._id} is there already`);
    this.documents.splice(before === null ? this.documents.length : this.#indexOf(before), 0, document);
  }

  #indexOf(id: unknown): number {
    const index = this.ids.indexOf(id);
    if (index < 0) throw new Error(`${id} is not there`);
    return index;
  }
}
