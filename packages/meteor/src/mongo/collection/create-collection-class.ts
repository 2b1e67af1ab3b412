import { Meteor } from '@bolide/meteor/meteor';
import { LocalCollection } from '@bolide/meteor/minimongo';
import { MongoID } from '@bolide/meteor/mongo-id';
import type { CollectionOptions, CollectionStatic } from '../types.js';
import { BaseCollection } from './base-collection.js';
import { type Extensions, extensionMethods } from './extensions.js';
import type { CollectionPlatform } from './platform.js';
import { rewriteSelector } from './selectors.js';

export interface CollectionClassOptions {
  readonly platform: CollectionPlatform;
  readonly extensions: Extensions;
  /** Called with each collection that is made. */
  onCreate(name: string | null, collection: object): void;
}

/** Makes `Mongo.Collection`. */
export function createCollectionClass({ platform, extensions, onCreate }: CollectionClassOptions): CollectionStatic {
  // A function, since old packages call it on objects of their own, which a class refuses.
  function Collection(this: BaseCollection, name: unknown, options?: unknown): void {
    if (!(this instanceof BaseCollection)) throw new Error('use "new" to construct a Mongo.Collection');
    const ownName = readName(name);
    const ownOptions = readOptions(options);
    this._initialize(platform, ownName, ownOptions);
    onCreate(ownName, this);
    extensions._applyExtensions(this, ownName, ownOptions);
  }
  class Prototype extends BaseCollection {}
  Object.defineProperty(Prototype.prototype, 'constructor', { value: Collection, writable: true, configurable: true });
  Collection.prototype = Prototype.prototype;
  Object.assign(Collection, {
    Cursor: LocalCollection.Cursor,
    ObjectID: MongoID.ObjectID,
    _publishCursor: LocalCollection._publishCursor,
    _rewriteSelector: rewriteSelector,
    ...extensionMethods(extensions),
  });
  extensions._applyStaticMethods(Collection);
  return Collection as unknown as CollectionStatic;
}

function readName(name: unknown): string | null {
  if (typeof name === 'string' && name !== '') return name;
  if (name === null) return null;
  if (name) throw new Error('First argument to new Mongo.Collection must be a string or null');
  Meteor._debug(
    'Warning: creating anonymous collection. It will not be saved or synchronized over the network. (Pass null for ' +
      'the collection name to turn off this warning.)',
  );
  return null;
}

type OldOptions = CollectionOptions<never> & { methods?: unknown; manager?: CollectionOptions<never>['connection'] };

function readOptions(options: unknown): CollectionOptions<never> {
  const given = (options ?? {}) as OldOptions;
  // Once the second argument was the connection.
  if (given.methods) return { connection: given as never };
  return given.manager && !given.connection ? { ...given, connection: given.manager } : given;
}
