import type { AllowDenyOptions, Validators } from '@bolide/meteor/allow-deny';
import type { MethodApplyOptions, MethodValue, Subscription } from '@bolide/meteor/ddp-common';
import type {
  CursorOptions,
  Document,
  DocumentId,
  DocumentValue,
  LiveQueryHandle,
  Modifier,
  ObserveCallbacks,
  ObserveChangesCallbacks,
  ObserveChangesOptions,
  OptionalId,
  SelectorOrId,
  Transform,
  Transformed,
  UpdateOptions,
  UpsertResult,
  WriteCallback,
} from '@bolide/meteor/minimongo';
import type { ObjectID } from '@bolide/meteor/mongo-id';
import type { CollectionExtensionsApi } from './collection/extensions.js';
import type { CollectionDriver, DriverCollection } from './drivers/types.js';

/** Objects of the driver of MongoDB. */
export type DriverObject = DocumentValue;

/** The type of `_id` of documents. */
export type IdOf<T> = T extends { _id: infer Id } ? Id : string;

/** How documents without an `_id` get one. */
export type IdGeneration = 'STRING' | 'MONGO';

/** What a collection needs of the connection that it comes over: of `Meteor.server`, or of `DDP.connect`. */
export interface CollectionConnection {
  methods(methods: { readonly [name: string]: (...args: MethodValue[]) => MethodValue }): void;
}

export interface CollectionOptions<T, U = T> {
  /** Where the collection is: a connection that `DDP.connect` gives, or `null` for nowhere but here. */
  connection?: CollectionConnection | null | undefined;
  /** Default `'STRING'`. */
  idGeneration?: IdGeneration | undefined;
  /** Makes what the application sees of a document. */
  transform?: Transform<T, U> | null | undefined;
  /** Whether clients can write, as far as rules let them. Default true. */
  defineMutationMethods?: boolean | undefined;
  /** What promises of asynchronous writes of a client are for: what its stub or what the server gives. */
  resolverType?: 'stub' | 'server' | undefined;
  /** What keeps the documents. Default: the database, or the memory of a client. */
  _driver?: CollectionDriver | undefined;
  /** Keep `autopublish` off it. Default false. */
  _preventAutopublish?: boolean | undefined;
  /** Leave methods of a collection of that name as they are. Default false. */
  _suppressSameNameError?: boolean | undefined;
}

/** Options of queries. Some are for the database only. */
export interface FindOptions<T> extends CursorOptions<T> {
  /** Database only: which index to use. */
  hint?: string | Document | undefined;
  /** Database only. */
  readPreference?: string | undefined;
  /** Database only. */
  collation?: Document | undefined;
  /** Database only: milliseconds. */
  maxTimeMs?: number | undefined;
  /** Database only: observe without the oplog. */
  disableOplog?: boolean | undefined;
  /** Database only: milliseconds between polls. */
  pollingIntervalMs?: number | undefined;
  /** Database only: least milliseconds between polls. */
  pollingThrottleMs?: number | undefined;
}

export interface WriteOptions extends Pick<MethodApplyOptions, 'returnStubValue' | 'returnServerResultPromise'> {}

/** A promise of an asynchronous write. On a client it has two parts. */
export interface WritePromise<R> extends Promise<R> {
  /** Client: what the stub gave. */
  stubPromise?: Promise<R>;
  /** Client: what the server answered. */
  serverPromise?: Promise<R>;
}

export interface IndexOptions {
  name?: string | undefined;
  unique?: boolean | undefined;
  sparse?: boolean | undefined;
  expireAfterSeconds?: number | undefined;
  partialFilterExpression?: Document | undefined;
  [option: string]: unknown;
}

/**
 * Some of the documents of a collection.
 *
 * On a server, the methods that have a form with `Async` return a promise as well.
 */
export interface Cursor<T, U = T> {
  /** @deprecated Use `countAsync`, or `countDocuments` of the collection. */
  count(applySkipLimit?: boolean): number;
  countAsync(applySkipLimit?: boolean): Promise<number>;
  fetch(): U[];
  fetchAsync(): Promise<U[]>;
  forEach(callback: (document: U, index: number, cursor: Cursor<T, U>) => unknown, thisArg?: unknown): void;
  forEachAsync(
    callback: (document: U, index: number, cursor: Cursor<T, U>) => unknown,
    thisArg?: unknown,
  ): Promise<void>;
  map<R>(callback: (document: U, index: number, cursor: Cursor<T, U>) => R, thisArg?: unknown): R[];
  mapAsync<R>(
    callback: (document: U, index: number, cursor: Cursor<T, U>) => R | PromiseLike<R>,
    thisArg?: unknown,
  ): Promise<R[]>;
  observe(callbacks: ObserveCallbacks<U>): LiveQueryHandle;
  observeAsync(callbacks: ObserveCallbacks<U>): Promise<LiveQueryHandle>;
  observeChanges(callbacks: ObserveChangesCallbacks<T>, options?: ObserveChangesOptions): LiveQueryHandle;
  observeChangesAsync(callbacks: ObserveChangesCallbacks<T>, options?: ObserveChangesOptions): Promise<LiveQueryHandle>;
  getTransform(): Transform<T, U> | null | undefined;
  [Symbol.iterator](): Iterator<U>;
  [Symbol.asyncIterator](): AsyncIterator<U>;
  _getCollectionName(): string;
  _publishCursor(subscription: Subscription): unknown;
}

/** A set of documents: in memory, in the database, or on the other side of a connection. */
export interface Collection<T extends object = Document, U = T> {
  find(): Cursor<T, U>;
  /** A selector that is falsy matches nothing. */
  find<O extends FindOptions<T>>(selector?: SelectorOrId<T>, options?: O): Cursor<T, Transformed<O, T, U>>;
  /** @deprecated on the server: use findOneAsync. */
  findOne(): U | undefined;
  findOne<O extends FindOptions<T>>(selector?: SelectorOrId<T>, options?: O): Transformed<O, T, U> | undefined;
  findOneAsync(): Promise<U | undefined>;
  findOneAsync<O extends FindOptions<T>>(
    selector?: SelectorOrId<T>,
    options?: O,
  ): Promise<Transformed<O, T, U> | undefined>;
  countDocuments(selector?: SelectorOrId<T>, options?: FindOptions<T>): Promise<number>;
  estimatedDocumentCount(options?: FindOptions<T>): Promise<number>;

  /** @deprecated on the server: use insertAsync. */
  insert(document: OptionalId<T>, callback?: WriteCallback<IdOf<T>>): IdOf<T>;
  /** Inserts a document and gives its `_id`. */
  insertAsync(document: OptionalId<T>, options?: WriteOptions): WritePromise<IdOf<T>>;
  /** @deprecated on the server: use updateAsync. */
  update(
    selector: SelectorOrId<T>,
    modifier: Modifier<T>,
    options?: UpdateOptions | WriteCallback<number>,
    callback?: WriteCallback<number>,
  ): number;
  /** Updates the first document that matches, or with `multi` all of them, and gives their number. */
  updateAsync(
    selector: SelectorOrId<T>,
    modifier: Modifier<T>,
    options?: UpdateOptions & WriteOptions,
  ): WritePromise<number>;
  /** @deprecated on the server: use upsertAsync. */
  upsert(
    selector: SelectorOrId<T>,
    modifier: Modifier<T>,
    options?: UpdateOptions | WriteCallback<UpsertResult>,
    callback?: WriteCallback<UpsertResult>,
  ): UpsertResult;
  /** Updates the first document that matches, or inserts one if there is none. */
  upsertAsync(
    selector: SelectorOrId<T>,
    modifier: Modifier<T>,
    options?: UpdateOptions & WriteOptions,
  ): WritePromise<UpsertResult>;
  /** @deprecated on the server: use removeAsync. */
  remove(selector: SelectorOrId<T>, callback?: WriteCallback<number>): number;
  /** Removes the documents that match, and gives their number. */
  removeAsync(selector: SelectorOrId<T>, options?: WriteOptions): WritePromise<number>;

  /** Lets clients write what one of these rules allows, and no rule of `deny` denies. */
  allow(options: AllowDenyOptions<T>): void;
  /** Refuses what one of these rules denies, whatever `allow` says. */
  deny(options: AllowDenyOptions<T>): void;

  /** Database only. */
  createIndex(index: Document | string, options?: IndexOptions): Promise<void>;
  /** Database only. */
  createIndexAsync(index: Document | string, options?: IndexOptions): Promise<void>;
  /** @deprecated Use createIndexAsync. */
  ensureIndexAsync(index: Document | string, options?: IndexOptions): Promise<void>;
  /** Database only. */
  dropIndexAsync(index: string): Promise<void>;
  /** Database only. */
  dropCollectionAsync(): Promise<void>;
  /** Database only. */
  createCappedCollectionAsync(byteSize?: number, maxDocuments?: number): Promise<void>;
  /** Database only: the collection of the driver. */
  rawCollection(): DriverObject;
  /** Database only: the database of the driver. */
  rawDatabase(): DriverObject;

  // Private members that packages of the Meteor world use.
  readonly _name: string | null;
  readonly _collection: DriverCollection;
  readonly _connection: CollectionConnection | null;
  readonly _driver: CollectionDriver;
  readonly _transform: Transform<T, U> | null;
  readonly resolverType: 'stub' | 'server' | undefined;
  _prefix?: string;
  _restricted?: boolean;
  _insecure?: boolean | undefined;
  _validators?: Validators;
  _makeNewID(): DocumentId;
  _isRemoteCollection(): boolean;
  _isInsecure(): boolean;
  _getFindSelector(args: readonly unknown[]): unknown;
  _getFindOptions(args: readonly unknown[]): FindOptions<T>;
}

export interface CollectionStatic extends CollectionExtensionsApi {
  /**
   * @param name `null`: a collection that is only here, in memory.
   * @throws Error when there is a collection of that name.
   */
  new <T extends object = Document, U = T>(name: string | null, options?: CollectionOptions<T, U>): Collection<T, U>;
  readonly prototype: Collection<DocumentValue, DocumentValue>;
  /** @deprecated Use Mongo.Cursor. */
  readonly Cursor: unknown;
  /** @deprecated Use Mongo.ObjectID. */
  readonly ObjectID: typeof ObjectID;
  _publishCursor(cursor: unknown, subscription: Subscription, collection: string): Promise<LiveQueryHandle>;
  _rewriteSelector(selector: unknown, options?: { fallbackId?: unknown }): Document;
}

/** The namespace `Mongo`. */
export interface MongoStatic {
  readonly Collection: CollectionStatic;
  readonly ObjectID: typeof ObjectID;
  /** The class of cursors of collections in memory. */
  readonly Cursor: unknown;
  /** The collection that was made with that name, if there is one. */
  getCollection<C = Collection | undefined>(name: string): C;
  /** Server only: options for the driver of MongoDB, before the first collection is made. */
  setConnectionOptions(options: Document): void;
  readonly _collections: Map<string | null, Collection>;
  _connectionOptions?: Document;
}
