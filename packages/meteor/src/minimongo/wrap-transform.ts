import { EJSON } from '@bolide/meteor/ejson';
import { Tracker } from '@bolide/meteor/tracker';
import { isPlainObject } from './values/bson-type.js';

type AnyTransform = (document: never) => unknown;
type WrappedTransform = ((document: object) => object) & { __wrappedTransform__?: true };

/**
 * Makes sure that a transform returns objects with the `_id` of the document, so that those who observe can tell them
 * apart. What it reads is not depended on.
 */
export function wrapTransform(transform: AnyTransform | null | undefined): WrappedTransform | null {
  if (!transform) return null;
  if ((transform as WrappedTransform).__wrappedTransform__) return transform as WrappedTransform;
  const wrapped: WrappedTransform = (document) => {
    if (!Object.hasOwn(document, '_id')) throw new Error('can only transform documents with _id');
    const { _id: id } = document as { _id: unknown };
    const transformed = Tracker.nonreactive(() => (transform as WrappedTransform)(document)) as object & {
      _id?: unknown;
    };
    if (!isPlainObject(transformed)) throw new Error('transform must return object');
    if (!Object.hasOwn(transformed, '_id')) transformed._id = id;
    else if (!EJSON.equals(transformed._id, id)) throw new Error("transformed document can't have different _id");
    return transformed;
  };
  wrapped.__wrappedTransform__ = true;
  return wrapped;
}
