import { MongoID } from '@bolide/meteor/mongo-id';
import type { Document, Originals, Store, StoreMessage } from '../types.js';

/** The simplest collection: what a stub writes with `write` is recorded, what the server sends is not. */
export class MemoryStore implements Store {
  readonly documents = new Map<string, Document>();
  /** What happened, for tests of the order. */
  readonly log: string[] = [];
  #originals: Map<string, Document | undefined> | undefined;

  /** A copy of all documents. */
  get contents(): Record<string, Document> {
    return Object.fromEntries(this.documents);
  }

  write(id: string, fields: Document | undefined): void {
    if (this.#originals && !this.#originals.has(id)) this.#originals.set(id, this.documents.get(id));
    if (fields) this.documents.set(id, { _id: id, ...fields });
    else this.documents.delete(id);
  }

  beginUpdate(batchSize: number, reset: boolean): void {
    this.log.push(`begin ${batchSize}${reset ? ' reset' : ''}`);
    if (reset) this.documents.clear();
  }

  update(message: StoreMessage): void {
    this.log.push(`${message.msg} ${message.id}`);
    switch (message.msg) {
      case 'added':
        if (this.documents.has(message.id)) throw new Error(`${message.id} is there already`);
        this.documents.set(message.id, { _id: message.id, ...message.fields });
        break;
      case 'changed': {
        const document: Document = { ...this.documents.get(message.id), ...message.fields };
        for (const [name, value] of Object.entries(document)) if (value === undefined) delete document[name];
        this.documents.set(message.id, document);
        break;
      }
      case 'removed':
        this.documents.delete(message.id);
        break;
      case 'replace':
        if (message.replace) this.documents.set(message.id, message.replace);
        else this.documents.delete(message.id);
        break;
      default:
        throw new Error(`unexpected ${message.msg}`);
    }
  }

  endUpdate(): void {
    this.log.push('end');
  }

  saveOriginals(): void {
    if (this.#originals) throw new Error('saveOriginals called twice');
    this.#originals = new Map();
  }

  retrieveOriginals(): Originals {
    const originals = this.#originals;
    if (!originals) throw new Error('retrieveOriginals without saveOriginals');
    this.#originals = undefined;
    return {
      forEach: (visit) => {
        for (const [id, document] of originals) visit(document, id);
      },
    };
  }

  getDoc(id: unknown): Document | undefined {
    return this.documents.get(MongoID.idStringify(id as never));
  }
}

/** The same with promises, as stores on servers are. */
export function asAsyncStore(store: MemoryStore): Store {
  return {
    beginUpdate: async (size, reset) => store.beginUpdate(size, reset),
    update: async (message) => {
      await Promise.resolve();
      store.update(message);
    },
    endUpdate: async () => store.endUpdate(),
    saveOriginals: () => store.saveOriginals(),
    retrieveOriginals: () => store.retrieveOriginals(),
    getDoc: async (id) => store.getDoc(id),
  };
}
