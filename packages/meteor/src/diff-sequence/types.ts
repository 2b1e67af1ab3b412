/** A document as diffs see it. */
export type DiffDocument<Id = unknown> = { _id: Id } & Record<string, unknown>;

/** Fields by name. In changes, a field that was removed has the value `undefined`. */
export type DiffFields = Record<string, unknown>;

/** Documents by id: an IdMap, or a Map keyed by what the ids of its documents are. */
export interface DiffDocumentMap<Id = unknown> {
  get(id: Id): DiffDocument<Id> | undefined;
  has(id: Id): boolean;
  forEach(callback: (document: DiffDocument<Id>, id: Id) => void): void;
}

/** Is told how one unordered result becomes another. */
export interface UnorderedDiffObserver<Id = unknown> {
  added?(id: Id, fields: DiffFields): void;
  changed?(id: Id, fields: DiffFields): void;
  removed?(id: Id): void;
}

/** Is told how one ordered result becomes another; `before` is the id of the next document, or null at the end. */
export interface OrderedDiffObserver<Id = unknown> extends UnorderedDiffObserver<Id> {
  addedBefore?(id: Id, fields: DiffFields, before: Id | null): void;
  movedBefore?(id: Id, before: Id | null): void;
}

export interface DiffOptions {
  /** Applied to documents before their fields are compared and given to observers. Default: EJSON.clone. */
  projectionFn?: ((document: DiffDocument) => DiffFields) | undefined;
}

/** Called for the keys of two collections of values. */
export interface DiffCallbacks<Key, Left, Right> {
  both?(key: Key, left: Left, right: Right): void;
  leftOnly?(key: Key, left: Left): void;
  rightOnly?(key: Key, right: Right): void;
}
