import { AllowDeny, type WriteConnection } from '@bolide/meteor/allow-deny';
import { Package } from '@bolide/meteor/core-runtime';
import type { Store } from '@bolide/meteor/ddp-client';
import { currentMethodInvocation, type MethodCallback } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { type Document, type DocumentId, LocalCollection } from '@bolide/meteor/minimongo';
import { LocalCollectionDriver } from '../drivers/local-collection-driver.js';
import type { CollectionDriver, DriverCollection } from '../drivers/types.js';
import type { CollectionOptions } from '../types.js';
import { assertDocumentId, createIdMaker } from './ids.js';
import type { CollectionPlatform } from './platform.js';
import { createReplicationStore } from './replication.js';
import { readFindOptions, rewriteSelector } from './selectors.js';

/** A connection that replicates documents: one that `DDP.connect` gives. */
interface ReplicatingConnection {
  registerStoreClient(name: string, store: Store): boolean;
  registerStoreServer(name: string, store: Store): Promise<boolean>;
}

/** A connection that publishes documents: the server itself. */
interface PublishingConnection {
  publish(name: null, handler: () => unknown, options: { is_auto: true }): void;
}

type Connection = WriteConnection & Partial<ReplicatingConnection & PublishingConnection>;

type WriteMethods = typeof AllowDeny.CollectionPrototype;

/** A promise of a method call of a client. */
type MethodPromise = Promise<unknown> & { stubPromise?: Promise<unknown>; serverPromise?: Promise<unknown> };

interface UpdateOptionsGiven {
  upsert?: boolean;
  insertedId?: unknown;
  [option: string]: unknown;
}

/** A set of documents. See `Collection` in types.ts for what its methods do. */
export class BaseCollection {
  // Not initialized here: old packages call the constructor on objects of their own.
  declare _name: string | null;
  declare _connection: Connection | null;
  declare _driver: CollectionDriver;
  declare _collection: DriverCollection;
  declare _transform: ((document: object) => object) | null;
  declare resolverType: 'stub' | 'server' | undefined;
  declare _makeNewID: () => DocumentId;
  declare _settingUpReplicationPromise: Promise<void>;
  declare _platform: CollectionPlatform;
  // These are put on the prototype below.
  declare _defineMutationMethods: WriteMethods['_defineMutationMethods'];
  declare _callMutatorMethod: WriteMethods['_callMutatorMethod'];
  declare _callMutatorMethodAsync: WriteMethods['_callMutatorMethodAsync'];

  /** What the constructor does. */
  _initialize(platform: CollectionPlatform, name: string | null, options: CollectionOptions<never>): void {
    this._platform = platform;
    this._name = name;
    this._makeNewID = createIdMaker(name, options.idGeneration ?? 'STRING');
    this._transform = LocalCollection.wrapTransform(options.transform);
    this.resolverType = options.resolverType;
    this._connection = this._chooseConnection(options.connection as Connection | null | undefined);
    this._driver = options._driver ?? this._chooseDriver();
    this._collection = this._driver.open(name, this._connection);
    this._settingUpReplicationPromise = this._maybeSetUpReplication(name);
    if (options.defineMutationMethods !== false) this._defineMethods(options._suppressSameNameError === true);
    if (!options._preventAutopublish) this._autopublish();
  }

  // ---- reading

  find(...args: unknown[]): unknown {
    return this._collection.find(this._getFindSelector(args), this._getFindOptions(args));
  }

  findOne(...args: unknown[]): unknown {
    const { _collection: target } = this;
    if (!target.findOne) throw new Error('findOne is not available here. Please use findOneAsync() instead.');
    return target.findOne(this._getFindSelector(args), this._getFindOptions(args));
  }

  async findOneAsync(...args: unknown[]): Promise<unknown> {
    return this._collection.findOneAsync(this._getFindSelector(args), this._getFindOptions(args));
  }

  countDocuments(...args: [selector?: unknown, options?: object]): Promise<number> {
    return this._collection.countDocuments(...args);
  }

  estimatedDocumentCount(...args: [options?: object]): Promise<number> {
    return this._collection.estimatedDocumentCount(...args);
  }

  // ---- synchronous writing

  insert(document: Document, callback?: MethodCallback): unknown {
    const own = this._prepareInsert(document);
    const idOf = (result: unknown) => own._id ?? result;
    const callbackWithId: MethodCallback | undefined =
      callback && ((error, result) => (error ? callback(error) : callback(undefined, idOf(result))));
    if (this._isRemoteCollection()) return idOf(this._callMutatorMethod('insert', [own], callbackWithId));
    return this._write(callback, () => idOf(this._callDriver('insert', own, callbackWithId)));
  }

  update(selector: unknown, modifier: unknown, ...rest: unknown[]): unknown {
    const callback = popCallback(rest);
    const [ownSelector, options] = this._prepareUpdate(selector, rest[0] as UpdateOptionsGiven | undefined);
    if (this._isRemoteCollection()) {
      return this._callMutatorMethod('update', [ownSelector, modifier, options], callback);
    }
    return this._write(callback, () => this._callDriver('update', ownSelector, modifier, options, callback));
  }

  upsert(selector: unknown, modifier: unknown, ...rest: unknown[]): unknown {
    const callback = popCallback(rest);
    const options = { ...(rest[0] as object | undefined), upsert: true, _returnObject: true };
    return this.update(selector, modifier, options, callback);
  }

  remove(selector: unknown, callback?: MethodCallback): unknown {
    const ownSelector = rewriteSelector(selector);
    if (this._isRemoteCollection()) return this._callMutatorMethod('remove', [ownSelector], callback);
    return this._write(callback, () => this._callDriver('remove', ownSelector, callback));
  }

  // ---- asynchronous writing

  insertAsync(document: Document, options?: object): Promise<unknown> {
    const own = this._prepareInsert(document);
    const idOf = (result: unknown) => own._id ?? result;
    if (!this._isRemoteCollection()) return this._collection.insertAsync(own).then(idOf);
    const promise: MethodPromise = this._callMutatorMethodAsync('insertAsync', [own], options);
    const { stubPromise, serverPromise } = promise;
    // Whoever wants them, waits for them: of the others nobody shall hear that they were rejected.
    return Object.assign(promise.then(idOf), {
      stubPromise: silenced(stubPromise?.then(idOf)),
      serverPromise: silenced(serverPromise?.then(idOf)),
    });
  }

  updateAsync(selector: unknown, modifier: unknown, given?: UpdateOptionsGiven): Promise<unknown> {
    const [ownSelector, options] = this._prepareUpdate(selector, given);
    if (!this._isRemoteCollection()) return this._collection.updateAsync(ownSelector, modifier, options);
    return this._callMutatorMethodAsync('updateAsync', [ownSelector, modifier, options], options as object);
  }

  upsertAsync(selector: unknown, modifier: unknown, options?: UpdateOptionsGiven): Promise<unknown> {
    return this.updateAsync(selector, modifier, { ...options, upsert: true, _returnObject: true });
  }

  removeAsync(selector: unknown, options?: object): Promise<unknown> {
    const ownSelector = rewriteSelector(selector);
    if (!this._isRemoteCollection()) return this._collection.removeAsync(ownSelector);
    return this._callMutatorMethodAsync('removeAsync', [ownSelector], options);
  }

  // ---- what only databases have

  createIndex(index: unknown, options?: object): Promise<void> {
    return this.createIndexAsync(index, options);
  }

  async createIndexAsync(index: unknown, options?: object): Promise<void> {
    await this._databaseMethod('createIndexAsync')(index, options);
  }

  ensureIndexAsync(index: unknown, options?: object): Promise<void> {
    return this.createIndexAsync(index, options);
  }

  async dropIndexAsync(index: unknown): Promise<void> {
    await this._databaseMethod('dropIndexAsync')(index);
  }

  async dropCollectionAsync(): Promise<void> {
    await this._databaseMethod('dropCollectionAsync')();
  }

  async createCappedCollectionAsync(byteSize?: number, maxDocuments?: number): Promise<void> {
    await this._databaseMethod('createCappedCollectionAsync')(byteSize, maxDocuments);
  }

  rawCollection(): unknown {
    return this._databaseMethod('rawCollection')();
  }

  rawDatabase(): unknown {
    const { mongo } = this._driver;
    if (!mongo?.db) throw new Error('Can only call rawDatabase on server collections');
    return mongo.db;
  }

  // ---- private

  /** Is it a copy of documents on the other side of a connection? */
  _isRemoteCollection(): boolean {
    return this._connection !== null && this._connection !== (Meteor.server as unknown);
  }

  /** No selector at all means all documents; `undefined`, none. */
  _getFindSelector(args: readonly unknown[]): unknown {
    return args.length === 0 ? {} : args[0];
  }

  _getFindOptions(args: readonly unknown[]): Document {
    return { transform: this._transform, ...readFindOptions(args[1] as Document | undefined) };
  }

  async _maybeSetUpReplication(name: string | null): Promise<void> {
    const connection = this._connection;
    if (!name || !connection?.registerStoreClient || !connection.registerStoreServer) return;
    const store = createReplicationStore(this._collection as unknown as LocalCollection, this);
    const registered = this._platform.isClient
      ? connection.registerStoreClient(name, store)
      : await connection.registerStoreServer(name, store);
    if (!registered) console.warn(`There is already a collection named "${name}"`);
  }

  _chooseConnection(given: Connection | null | undefined): Connection | null {
    if (!this._name || given === null) return null;
    return given ?? (this._platform.defaultConnection() as Connection | null);
  }

  _chooseDriver(): CollectionDriver {
    const belongsToServer = this._name !== null && this._connection !== null && !this._platform.isClient;
    return belongsToServer && !this._isRemoteCollection() ? this._platform.databaseDriver() : LocalCollectionDriver;
  }

  _defineMethods(useExisting: boolean): void {
    try {
      this._defineMutationMethods({ useExisting });
    } catch (error) {
      if ((error as Error).message !== `A method named '/${this._name}/insertAsync' is already defined`) throw error;
      throw new Error(`There is already a collection named "${this._name}"`);
    }
  }

  _autopublish(): void {
    const connection = this._connection;
    if (!Package.autopublish || !connection?.publish || this._driver.isAvailable === false) return;
    connection.publish(null, () => this.find(), { is_auto: true });
  }

  /** The document to insert, with an `_id` unless the method that inserts it makes one. */
  _prepareInsert(document: Document): Document {
    if (!document) throw new Error('insert requires an argument');
    const own: Document = Object.create(Object.getPrototypeOf(document), Object.getOwnPropertyDescriptors(document));
    if ('_id' in own) assertDocumentId(own._id);
    // Stub and server make the same one from the seed of the call: it need not travel.
    else if (!this._isRemoteCollection() || currentMethodInvocation.get()) own._id = this._makeNewID();
    return own;
  }

  _prepareUpdate(selector: unknown, given: UpdateOptionsGiven | undefined): [Document, UpdateOptionsGiven] {
    const options = { ...given };
    if (!options.upsert) return [rewriteSelector(selector), options];
    if (options.insertedId) {
      assertInsertedId(options.insertedId);
    } else if (!LocalCollection._selectorIsId(selector) && !(selector as Document | null)?._id) {
      options.insertedId = this._makeNewID();
      options.generatedId = true;
    }
    return [rewriteSelector(selector, { fallbackId: options.insertedId }), options];
  }

  /** Calls a synchronous method of the driver. */
  _callDriver(name: 'insert' | 'update' | 'remove', ...args: unknown[]): unknown {
    const target = this._collection as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>;
    const method = target[name];
    if (!method) throw new Error(`${name} is not available here. Please use ${name}Async() instead.`);
    return method.apply(target, args);
  }

  /** Gives errors to the callback if there is one. */
  _write(callback: MethodCallback | undefined, run: () => unknown): unknown {
    if (!callback) return run();
    try {
      return run();
    } catch (error) {
      callback(error);
      return null;
    }
  }

  _databaseMethod(name: keyof DriverCollection): (...args: unknown[]) => unknown {
    const target = this._collection as unknown as Record<string, ((...args: unknown[]) => unknown) | undefined>;
    const method = target[name];
    if (!method) throw new Error(`Can only call ${name} on server collections`);
    return method.bind(target);
  }
}

Object.assign(BaseCollection.prototype, AllowDeny.CollectionPrototype);

function assertInsertedId(id: unknown): void {
  try {
    assertDocumentId(id);
  } catch {
    throw new Error('insertedId must be string or ObjectID');
  }
}

function popCallback(args: unknown[]): MethodCallback | undefined {
  const last = args.at(-1);
  // Also a callback that was passed on, but not given.
  if (args.length === 0 || (last !== undefined && typeof last !== 'function')) return undefined;
  return args.pop() as MethodCallback | undefined;
}

function silenced(promise: Promise<unknown> | undefined): Promise<unknown> | undefined {
  promise?.catch(() => {});
  return promise;
}
