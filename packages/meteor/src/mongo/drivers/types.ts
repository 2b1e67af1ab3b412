import type { UnderlyingCollection } from '@bolide/meteor/allow-deny';
import type { Document, LiveQueryHandle, UpsertResult } from '@bolide/meteor/minimongo';

/** What keeps the documents of collections. */
export interface CollectionDriver {
  /** Gives the documents of a collection. Nothing need be asked of a database yet. */
  open(name: string | null, connection: object | null): DriverCollection;
  /** The connection to the database, if it is one. */
  readonly mongo?: DatabaseConnection | undefined;
  /** False: whatever is asked of its collections fails. Default true. */
  readonly isAvailable?: boolean | undefined;
}

/** The driver of MongoDB behind a CollectionDriver. */
export interface DatabaseConnection {
  readonly db: unknown;
  readonly client: unknown;
}

/** The documents of one collection. What is missing cannot be done with it. */
export interface DriverCollection extends UnderlyingCollection {
  /** @param options Those of queries, with `projection` rather than `fields`. */
  find(selector: unknown, options?: object): unknown;
  findOne?(selector: unknown, options?: object): unknown;
  upsertAsync?(selector: unknown, modifier: unknown, options?: object): Promise<UpsertResult>;
  countDocuments(selector?: unknown, options?: object): Promise<number>;
  estimatedDocumentCount(options?: object): Promise<number>;
  createIndexAsync?(index: unknown, options?: object): Promise<unknown>;
  dropIndexAsync?(index: unknown): Promise<unknown>;
  dropCollectionAsync?(): Promise<unknown>;
  createCappedCollectionAsync?(byteSize?: number, maxDocuments?: number): Promise<unknown>;
  rawCollection?(): unknown;
}

/** A query of a database. */
export interface CursorDescription {
  readonly collectionName: string;
  readonly selector: unknown;
  readonly options: Document;
}

/** Is told of the result of a query, and of its changes: what stands between an observe driver and its observers. */
export interface ObserveSink {
  readonly ordered: boolean;
  added(id: unknown, fields: Document): void;
  addedBefore(id: unknown, fields: Document, before: unknown): void;
  changed(id: unknown, fields: Document): void;
  movedBefore(id: unknown, before: unknown): void;
  removed(id: unknown): void;
  /** The first result is complete. */
  ready(): void;
  /** The query cannot be observed: observers that wait for the first result get the error. */
  fail(error: unknown): void;
  /** Calls back when observers have been told of all that has come before: for write fences. */
  onFlush(callback: () => void): void;
}

/** Finds the changes of queries: by change streams, the oplog, polling, or any other source. */
export interface ObserveDriver {
  readonly name: string;
  /** Whether it can keep this query right. */
  supports(query: CursorDescription, ordered: boolean): boolean;
  /** Tells a sink of the result and its changes, until it is stopped. Resolves when the first result is complete. */
  observe(query: CursorDescription, sink: ObserveSink): Promise<LiveQueryHandle>;
  /** Whether writes to a collection have to wait for `told`. Default: none has. */
  isObserving?(collection: string): boolean;
  /** Resolves when sinks have been told of what was written until `time` (a Timestamp of the database). */
  told?(collection: string, time: unknown): Promise<void>;
}
