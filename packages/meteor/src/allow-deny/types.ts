import type { MethodApplyOptions, MethodCallback, MethodFunction, MethodValue } from '@bolide/meteor/ddp-common';
import type { Document, DocumentId, Modifier, Transform, UpdateOptions } from '@bolide/meteor/minimongo';

/** Looks at a write that a client asks for. May be asynchronous. */
export interface AllowDenyOptions<T = Document> {
  insert?: { rule(userId: string | null, document: T): unknown }['rule'] | undefined;
  update?:
    | { rule(userId: string | null, document: T, fieldNames: string[], modifier: Modifier<T>): unknown }['rule']
    | undefined;
  remove?: { rule(userId: string | null, document: T): unknown }['rule'] | undefined;
  /** @deprecated Use `insert`. */
  insertAsync?: AllowDenyOptions<T>['insert'];
  /** @deprecated Use `update`. */
  updateAsync?: AllowDenyOptions<T>['update'];
  /** @deprecated Use `remove`. */
  removeAsync?: AllowDenyOptions<T>['remove'];
  /** The fields that the rules for updates and removals need; default: all. */
  fetch?: string[] | undefined;
  /** Makes what the rules get of a document. Default: the collection's; `null`: none. */
  transform?: Transform<never> | null | undefined;
}

/** A rule as it is kept. */
export type Validator = ((...args: unknown[]) => unknown) & { transform: ((document: object) => object) | null };

export interface ValidatorLists {
  allow: Validator[];
  deny: Validator[];
}

export interface Validators {
  insert: ValidatorLists;
  update: ValidatorLists;
  remove: ValidatorLists;
  /** The fields to fetch. */
  fetch: string[];
  fetchAllFields: boolean;
}

export type WriteName = 'insert' | 'update' | 'remove';
export type WriteMethodName = WriteName | `${WriteName}Async`;

/** The collection behind a Mongo.Collection, as rules need it. */
export interface UnderlyingCollection {
  findOneAsync(selector: unknown, options?: object): Promise<Document | undefined>;
  insertAsync(document: unknown): Promise<unknown>;
  updateAsync(selector: unknown, modifier: unknown, options?: object): Promise<unknown>;
  removeAsync(selector: unknown): Promise<unknown>;
  insert?(document: unknown): unknown;
  update?(selector: unknown, modifier: unknown, options?: object): unknown;
  remove?(selector: unknown): unknown;
}

/** The connection of a Mongo.Collection, as rules need it. */
export interface WriteConnection {
  methods(methods: { readonly [name: string]: MethodFunction }): void;
  apply(name: string, args: readonly MethodValue[], options?: MethodApplyOptions, callback?: MethodCallback): unknown;
  applyAsync(name: string, args: readonly MethodValue[], options?: MethodApplyOptions): Promise<unknown>;
  readonly _methodHandlers?: Readonly<Record<string, unknown>>;
  readonly method_handlers?: Readonly<Record<string, unknown>>;
  readonly _stream?: { readonly _isStub?: boolean } | undefined;
}

/** What a Mongo.Collection has for the methods of AllowDeny.CollectionPrototype. */
export interface RestrictableCollection {
  readonly _name: string | null;
  readonly _connection: WriteConnection | null;
  readonly _collection: UnderlyingCollection;
  readonly _transform: ((document: never) => unknown) | null;
  /** What the promises of asynchronous writes are for: `stub` or `server`. */
  readonly resolverType?: 'stub' | 'server' | undefined;
  _makeNewID(): DocumentId;

  // Kept by the methods.
  _prefix?: string;
  _restricted?: boolean;
  /** Whether clients may write without rules. `undefined`: if the app has the package `insecure`. */
  _insecure?: boolean | undefined;
  _validators?: Validators;
}

export interface DefineMutationMethodsOptions {
  /** Leave the methods that are there as they are. */
  useExisting?: boolean | undefined;
}

export interface ValidatedUpdateOptions extends UpdateOptions {
  _returnObject?: boolean | undefined;
  generatedId?: boolean | undefined;
}
