import { MongoID } from '@bolide/meteor/mongo-id';
import type { Document, Originals } from './types.js';

/** A document that stubs have written to, and how the server has it meanwhile. */
export interface ServerDocument {
  readonly collection: string;
  /** In wire form. */
  readonly id: string;
  /** What the document is on the server; `undefined` if it is not there. */
  document: Document | undefined;
  /** The methods whose stubs wrote to it and which the server has not finished. */
  readonly writtenByStubs: Set<string>;
  /** Called when the document shows the server's state again. */
  readonly flushCallbacks: (() => void)[];
}

/**
 * Keeps the server's version of documents that the application sees as stubs have written them. What the server sends
 * for such a document is put aside here until all the methods that wrote to it are done.
 */
export class ServerDocuments {
  readonly #collections = new Map<string, Map<string, ServerDocument>>();
  readonly #writtenByMethod = new Map<string, Set<ServerDocument>>();

  get(collection: string, wireId: string): ServerDocument | undefined {
    return this.#collections.get(collection)?.get(normalize(wireId));
  }

  /** Records what the stub of a method wrote. With `areStale`, the server does not have the originals any more. */
  recordStub(methodId: string, collection: string, originals: Originals, areStale: boolean): void {
    originals.forEach((original, id) => {
      const document = areStale ? undefined : original;
      const serverDocument = this.#getOrCreate(collection, MongoID.idStringify(id as never), document);
      serverDocument.writtenByStubs.add(methodId);
      let written = this.#writtenByMethod.get(methodId);
      if (!written) {
        written = new Set();
        this.#writtenByMethod.set(methodId, written);
      }
      written.add(serverDocument);
    });
  }

  /** The server has finished a method. Gives the documents that no unfinished stub has written to any more. */
  finishMethod(methodId: string): ServerDocument[] {
    const written = this.#writtenByMethod.get(methodId);
    this.#writtenByMethod.delete(methodId);
    const released: ServerDocument[] = [];
    for (const serverDocument of written ?? []) {
      serverDocument.writtenByStubs.delete(methodId);
      if (serverDocument.writtenByStubs.size > 0) continue;
      this.#remove(serverDocument);
      released.push(serverDocument);
    }
    return released;
  }

  /**
   * Calls `callback` when all documents that are written to now, by stubs of methods that are on their way, show the
   * server's state again: at once if there are none.
   */
  whenFlushed(isSent: (methodId: string) => boolean, callback: () => void): void {
    let open = 0;
    const flushed = () => {
      open -= 1;
      if (open === 0) callback();
    };
    for (const documents of this.#collections.values()) {
      for (const serverDocument of documents.values()) {
        if (![...serverDocument.writtenByStubs].some(isSent)) continue;
        open += 1;
        serverDocument.flushCallbacks.push(flushed);
      }
    }
    if (open === 0) callback();
  }

  clear(): void {
    this.#collections.clear();
    this.#writtenByMethod.clear();
  }

  #getOrCreate(collection: string, id: string, document: Document | undefined): ServerDocument {
    let documents = this.#collections.get(collection);
    if (!documents) {
      documents = new Map();
      this.#collections.set(collection, documents);
    }
    let serverDocument = documents.get(id);
    if (!serverDocument) {
      serverDocument = { collection, id, document, writtenByStubs: new Set(), flushCallbacks: [] };
      documents.set(id, serverDocument);
    }
    return serverDocument;
  }

  #remove({ collection, id }: ServerDocument): void {
    const documents = this.#collections.get(collection);
    documents?.delete(id);
    if (documents?.size === 0) this.#collections.delete(collection);
  }
}

/** Servers that are not Meteor may write identifiers in a form that Meteor reads but does not write. */
function normalize(wireId: string): string {
  return MongoID.idStringify(MongoID.idParse(wireId));
}
