import { MongoID, type ObjectID } from '@bolide/meteor/mongo-id';

/** An `_id` that may stand for a selector. */
export type SelectorId = string | number | ObjectID;

/** Whether a selector is the `_id` of a document. */
export function selectorIsId(selector: unknown): selector is SelectorId {
  return typeof selector === 'string' || typeof selector === 'number' || selector instanceof MongoID.ObjectID;
}

/** Whether a selector is an `_id`, or an object with nothing else. */
export function selectorIsIdPerhapsAsObject(selector: unknown): selector is SelectorId | { _id: SelectorId } {
  if (selectorIsId(selector)) return true;
  if (typeof selector !== 'object' || selector === null) return false;
  return selectorIsId((selector as { _id?: unknown })._id) && Object.keys(selector).length === 1;
}

/**
 * The only `_id`s that a selector can match, if it names them; else null. It may have other conditions besides.
 */
export function idsMatchedBySelector(selector: unknown): readonly SelectorId[] | null {
  if (selectorIsId(selector)) return [selector];
  if (typeof selector !== 'object' || selector === null) return null;
  if (Object.hasOwn(selector, '_id')) return idsOfCondition((selector as { _id: unknown })._id);
  const { $and } = selector as { $and?: unknown };
  if (!Array.isArray($and)) return null;
  for (const each of $and) {
    const ids = idsMatchedBySelector(each);
    if (ids) return ids;
  }
  return null;
}

function idsOfCondition(condition: unknown): readonly SelectorId[] | null {
  if (selectorIsId(condition)) return [condition];
  const ids = (condition as { $in?: unknown } | null | undefined)?.$in;
  return Array.isArray(ids) && ids.length > 0 && ids.every(selectorIsId) ? ids : null;
}
