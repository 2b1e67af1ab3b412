import { type Document, Minimongo } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import type { ObserveSink } from '../drivers/types.js';
import { tellDifference } from '../observe/tell-difference.js';
import type { LiveResult } from './live-result.js';
import type { Project } from './unordered-result.js';

/** So many documents beyond the last one of the result are known after the query has run. */
export const SPARE_DOCUMENTS = 50;

interface Entry {
  readonly id: string;
  /** What it is sorted by. */
  readonly key: readonly unknown[];
  /** The document as observers see it. */
  readonly document: Document;
}

export interface OrderedResultOptions {
  /** Without one, later documents follow earlier ones. */
  readonly sort: unknown;
  /** Default 0. */
  readonly skip: number;
  /** 0: none. */
  readonly limit: number;
  readonly project: Project;
}

/**
 * The documents that match, in order: from `skip` on, `limit` of them. It knows those before and some of those behind,
 * so that documents can come and go without the query being run again.
 */
export class OrderedResult implements LiveResult {
  readonly fetchOptions: Document;
  readonly #sink: ObserveSink;
  readonly #sorter: InstanceType<typeof Minimongo.Sorter>;
  readonly #hasSort: boolean;
  readonly #project: Project;
  readonly #skip: number;
  /** Up to here the documents are seen. */
  readonly #end: number;
  /** The first documents in order; all of them if `#isComplete`. */
  #entries: Entry[] = [];
  #isComplete = true;
  #shown: Document[] = [];

  constructor(sink: ObserveSink, { sort, skip, limit, project }: OrderedResultOptions) {
    this.#sink = sink;
    this.#sorter = new Minimongo.Sorter(sort ?? []);
    this.#hasSort = this.#sorter._getPaths().length > 0;
    this.#project = project;
    this.#skip = skip;
    this.#end = limit ? skip + limit : Infinity;
    // Whole documents: what they are sorted by need not be what is seen of them.
    this.fetchOptions = { projection: undefined, skip: 0, limit: limit ? this.#end + SPARE_DOCUMENTS : 0 };
  }

  get isDry(): boolean {
    return !this.#isComplete && this.#entries.length < this.#end;
  }

  reset(documents: Document[]): void {
    this.#isComplete = documents.length < this.#end + SPARE_DOCUMENTS;
    this.#entries = documents.map((document) => this.#entryOf(document));
    // The database may order what is equal, or of different types, in another way.
    if (this.#hasSort) this.#entries.sort((a, b) => this.#sorter._compareKeys(a.key, b.key));
    this.#tell();
  }

  apply(id: unknown, document: Document | undefined): void {
    const key = MongoID.idStringify(id);
    const index = this.#entries.findIndex((entry) => entry.id === key);
    const before = this.#entries[index];
    const after = document && this.#entryOf(document);
    if (!before && !after) return;
    if (before && after && this.#compare(before, after) === 0) this.#entries[index] = after;
    else {
      if (before) this.#entries.splice(index, 1);
      if (after) this.#insert(after);
    }
    this.#tell();
  }

  documents(): Document[] {
    return this.#shown;
  }

  #insert(entry: Entry): void {
    const entries = this.#entries;
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(entries[middle] as Entry, entry) <= 0) low = middle + 1;
      else high = middle;
    }
    // Behind the last one that is known there may be others before it.
    if (low === entries.length && !this.#isComplete) return;
    entries.splice(low, 0, entry);
    if (entries.length <= this.#end + 2 * SPARE_DOCUMENTS) return;
    entries.length = this.#end + SPARE_DOCUMENTS;
    this.#isComplete = false;
  }

  #compare(a: Entry, b: Entry): number {
    return this.#hasSort ? this.#sorter._compareKeys(a.key, b.key) : 0;
  }

  #entryOf(document: Document): Entry {
    return {
      id: MongoID.idStringify(document._id),
      key: this.#hasSort ? this.#sorter._getMinKeyFromDoc(document) : [],
      document: this.#project(document),
    };
  }

  /** Until the query has been run again, there is too little to show. */
  #tell(): void {
    if (this.isDry) return;
    const shown = this.#entries.slice(this.#skip, this.#end).map(({ document }) => document);
    tellDifference(this.#sink, this.#shown, shown);
    this.#shown = shown;
  }
}
