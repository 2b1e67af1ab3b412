import type { ObjectID } from '@bolide/meteor/mongo-id';

// biome-ignore lint/suspicious/noExplicitAny: documents of a collection without a type are read untyped, as with Meteor's own types
export type DocumentValue = any;

/** A document of a collection whose type is not known. */
export interface Document {
  [field: string]: DocumentValue;
}

/** What the `_id` of a document may be. In collections that stay in memory it may also be a number. */
export type DocumentId = string | ObjectID;

/** `T` without its `_id`, for each member of a union. */
export type WithoutId<T> = T extends unknown ? Omit<T, '_id'> : never;

/** A document to insert: its `_id` is made if it has none. */
export type OptionalId<T> = WithoutId<T> & { _id?: T extends { _id: infer Id } ? Id : DocumentId };

type Elements<V> = V extends readonly (infer E)[] ? E : V;

/** A value to compare with: arrays also match by their elements, texts by regular expressions. */
export type SelectorLiteral<V> = V | Elements<V> | (Elements<V> extends string ? RegExp : never) | null | undefined;

export type BsonTypeName =
  | 'double'
  | 'string'
  | 'object'
  | 'array'
  | 'binData'
  | 'undefined'
  | 'objectId'
  | 'bool'
  | 'date'
  | 'null'
  | 'regex'
  | 'dbPointer'
  | 'javascript'
  | 'symbol'
  | 'javascriptWithScope'
  | 'int'
  | 'timestamp'
  | 'long'
  | 'decimal'
  | 'minKey'
  | 'maxKey'
  | 'number';

/** Positions of bits, or a mask of them. */
export type BitMask = number | Uint8Array | readonly number[];

export interface GeoPoint {
  type: 'Point';
  coordinates: readonly number[];
}

export interface GeoGeometry {
  type: string;
  coordinates: readonly unknown[];
}

/** A pair of coordinates: longitude and latitude, or x and y. */
export type CoordinatePair = readonly number[] | { readonly [axis: string]: number };

export interface GeoNear {
  $geometry: GeoPoint;
  /** In metres. */
  $maxDistance?: number | undefined;
  /** In metres. */
  $minDistance?: number | undefined;
}

export interface GeoWithin {
  $geometry?: GeoGeometry | undefined;
  /** Two opposite corners. */
  $box?: readonly CoordinatePair[] | undefined;
  $polygon?: readonly CoordinatePair[] | undefined;
  /** Middle and radius, in the units of the coordinates. */
  $center?: readonly [CoordinatePair, number] | undefined;
  /** Middle and radius, in radians on the sphere. */
  $centerSphere?: readonly [CoordinatePair, number] | undefined;
}

/** The operators that say something of one field. */
export interface SelectorOperators<V> {
  $eq?: V | Elements<V> | null | undefined;
  $ne?: V | Elements<V> | null | undefined;
  $gt?: Elements<V> | undefined;
  $gte?: Elements<V> | undefined;
  $lt?: Elements<V> | undefined;
  $lte?: Elements<V> | undefined;
  $in?: readonly SelectorLiteral<V>[] | undefined;
  $nin?: readonly SelectorLiteral<V>[] | undefined;
  $not?: SelectorOperators<V> | RegExp | undefined;
  $exists?: boolean | undefined;
  $type?: BsonTypeName | number | readonly (BsonTypeName | number)[] | undefined;
  $mod?: readonly [divisor: number, remainder: number] | undefined;
  $regex?: RegExp | string | undefined;
  $options?: string | undefined;
  $all?: readonly unknown[] | undefined;
  $elemMatch?: Document | undefined;
  $size?: number | undefined;
  $bitsAllSet?: BitMask | undefined;
  $bitsAnySet?: BitMask | undefined;
  $bitsAllClear?: BitMask | undefined;
  $bitsAnyClear?: BitMask | undefined;
  $near?: GeoNear | CoordinatePair | undefined;
  $maxDistance?: number | undefined;
  $minDistance?: number | undefined;
  $geoWithin?: GeoWithin | undefined;
}

/** What a field must be: a value, or operators. */
export type SelectorCondition<V> = SelectorLiteral<V> | SelectorOperators<V>;

export interface LogicalOperators<T> {
  $and?: readonly Selector<T>[] | undefined;
  $or?: readonly Selector<T>[] | undefined;
  $nor?: readonly Selector<T>[] | undefined;
  /** A function that gets the document as `this` and as its argument. Texts are refused. */
  $where?: ((this: T, document: T) => unknown) | undefined;
  /** Has no effect. */
  $comment?: string | undefined;
}

/** Which documents: conditions by field, or by path (`'address.city'`). */
export type Selector<T> = { [Field in keyof T]?: SelectorCondition<T[Field]> } & LogicalOperators<T> & {
    [path: `${string}.${string}`]: unknown;
  };

/** A selector, or the `_id` of one document. */
export type SelectorOrId<T> = Selector<T> | DocumentId;

type Fields<T, V = unknown> = { [Field in keyof T]?: V } & { [path: `${string}.${string}`]: V };

type FieldValues<T> = { [Field in keyof T]?: T[Field] | undefined } & { [path: `${string}.${string}`]: unknown };

export interface PushModifiers<E> {
  $each: readonly E[];
  /** Where in the array; default: at its end. */
  $position?: number | undefined;
  /** Keep so many elements: from the start, or if negative from the end. */
  $slice?: number | undefined;
  $sort?: SortSpecifier | undefined;
}

type Pushes<T> = { [Field in keyof T]?: Elements<T[Field]> | PushModifiers<Elements<T[Field]>> } & {
  [path: `${string}.${string}`]: unknown;
};

/** What an update does to a document. */
export interface UpdateOperators<T> {
  $set?: FieldValues<T> | undefined;
  /** As $set, only when an upsert inserts. */
  $setOnInsert?: FieldValues<T> | undefined;
  $unset?: Fields<T> | undefined;
  $inc?: Fields<T, number> | undefined;
  $mul?: Fields<T, number> | undefined;
  $min?: FieldValues<T> | undefined;
  $max?: FieldValues<T> | undefined;
  $rename?: Fields<T, string> | undefined;
  $currentDate?: Fields<T, true | { $type: 'date' }> | undefined;
  $push?: Pushes<T> | undefined;
  $pushAll?: Fields<T, readonly unknown[]> | undefined;
  $addToSet?: Pushes<T> | undefined;
  $pop?: Fields<T, 1 | -1> | undefined;
  $pull?: Fields<T> | undefined;
  $pullAll?: Fields<T, readonly unknown[]> | undefined;
  $bit?: Fields<T, { and?: number; or?: number; xor?: number }> | undefined;
}

/** What an update makes of a document: operators, or a whole document that replaces it. */
export type Modifier<T> = UpdateOperators<T> | OptionalId<T>;

type SortDirection = 1 | -1 | 'asc' | 'desc' | 'ascending' | 'descending' | number;

/** `{a: 1, b: -1}`, `[['a', 'asc'], ['b', 'desc']]`, `['a', ['b', 'desc']]`, or in memory a function that compares. */
export type SortSpecifier =
  | { readonly [path: string]: SortDirection }
  | readonly (string | readonly [path: string, direction: SortDirection])[]
  // biome-ignore lint/suspicious/noExplicitAny: compares documents of whatever type the collection has
  | ((a: any, b: any) => number);

/** Fields to give (1) or to leave out (0), by path. */
export interface FieldSpecifier {
  readonly [path: string]: 0 | 1 | boolean | number;
}

/** Makes what an application sees of a document. */
export type Transform<T, U = unknown> = (document: T) => U;

export interface CursorOptions<T> {
  sort?: SortSpecifier | undefined;
  skip?: number | undefined;
  /** 0: no limit. */
  limit?: number | undefined;
  projection?: FieldSpecifier | undefined;
  /** The old name of `projection`. */
  fields?: FieldSpecifier | undefined;
  /** Whether computations of Tracker depend on the result. Default true. */
  reactive?: boolean | undefined;
  /** Instead of the collection's; `null` for none. */
  transform?: Transform<T> | null | undefined;
}

/** The result type for a cursor made with options `O`: `U` unless they have a transform of their own. */
export type Transformed<O, T, U> = O extends { transform: infer F }
  ? F extends (...args: never) => infer R
    ? R
    : F extends null
      ? T
      : U
  : U;

export interface UpdateOptions {
  /** All documents instead of one. Default false. */
  multi?: boolean | undefined;
  /** Insert a document if there is none. Default false. */
  upsert?: boolean | undefined;
  /** The `_id` of a document that an upsert inserts, if the selector does not name one. */
  insertedId?: DocumentId | undefined;
  /** For `$[identifier]` in paths: which elements. */
  arrayFilters?: readonly Document[] | undefined;
}

export interface UpsertResult {
  /** How many documents were updated, or 1 for an insert. */
  numberAffected?: number | undefined;
  /** The `_id` of the document that was inserted, if one was. */
  insertedId?: DocumentId | undefined;
}

/** `callback(error, result)`. */
// biome-ignore lint/suspicious/noExplicitAny: any error can come
export type WriteCallback<R> = (error: any, result?: R) => void;

export interface ObserveCallbacks<T> {
  added?(document: T): unknown;
  addedAt?(document: T, atIndex: number, before: DocumentId | null): unknown;
  changed?(newDocument: T, oldDocument: T): unknown;
  changedAt?(newDocument: T, oldDocument: T, atIndex: number): unknown;
  removed?(oldDocument: T): unknown;
  removedAt?(oldDocument: T, atIndex: number): unknown;
  movedTo?(document: T, fromIndex: number, toIndex: number, before: DocumentId | null): unknown;
  /** True: no calls for the documents that are there already. */
  _suppress_initial?: boolean | undefined;
  /** True: the indexes are not worked out, and are -1. */
  _no_indices?: boolean | undefined;
}

export interface ObserveChangesCallbacks<T> {
  added?(id: DocumentId, fields: Partial<T>): unknown;
  addedBefore?(id: DocumentId, fields: Partial<T>, before: DocumentId | null): unknown;
  changed?(id: DocumentId, fields: Partial<T>): unknown;
  movedBefore?(id: DocumentId, before: DocumentId | null): unknown;
  removed?(id: DocumentId): unknown;
  _suppress_initial?: boolean | undefined;
}

export interface ObserveChangesOptions {
  /** The callbacks promise not to change what they get; it need not be copied for them. Default false. */
  nonMutatingCallbacks?: boolean | undefined;
}

/** A running observe. */
export interface LiveQueryHandle {
  /** Ends it; no callback is called afterwards. */
  stop(): void;
}
