import type { AllowDenyOptions as AllowDenyOptionsOf } from '@bolide/meteor/allow-deny';
import type {
  Document,
  FieldSpecifier as FieldSpecifierType,
  Modifier as ModifierOf,
  ObserveCallbacks as ObserveCallbacksOf,
  ObserveChangesCallbacks as ObserveChangesCallbacksOf,
  OptionalId as OptionalIdOf,
  Selector as SelectorOf,
  SortSpecifier as SortSpecifierType,
  Transform as TransformOf,
} from '@bolide/meteor/minimongo';
import type { ObjectID as ObjectIDClass } from '@bolide/meteor/mongo-id';
import type {
  Collection as CollectionOf,
  CollectionStatic as CollectionStaticType,
  Cursor as CursorOf,
  FindOptions,
  MongoStatic,
} from './types.js';

/** Collections of documents. The entry of the client or of the server fills it. */
export const Mongo: MongoStatic = {} as MongoStatic;

// So that `Mongo.Collection<Task>` and the like are types.
export declare namespace Mongo {
  export type Collection<T extends object = Document, U = T> = CollectionOf<T, U>;
  export type CollectionStatic = CollectionStaticType;
  export type Cursor<T, U = T> = CursorOf<T, U>;
  export type ObjectID = ObjectIDClass;
  export type Selector<T> = SelectorOf<T>;
  /** The same under the name of older versions. */
  export type Query<T> = SelectorOf<T>;
  export type Modifier<T> = ModifierOf<T>;
  export type OptionalId<T> = OptionalIdOf<T>;
  export type SortSpecifier = SortSpecifierType;
  export type FieldSpecifier = FieldSpecifierType;
  export type Transform<T> = TransformOf<T> | null | undefined;
  export type Options<T> = FindOptions<T>;
  export type ObserveCallbacks<T> = ObserveCallbacksOf<T>;
  export type ObserveChangesCallbacks<T> = ObserveChangesCallbacksOf<T>;
  export type AllowDenyOptions<T = Document> = AllowDenyOptionsOf<T>;
}
