import { check, Match } from '@bolide/meteor/check';
import { type Document, LocalCollection } from '@bolide/meteor/minimongo';
import { Random } from '@bolide/meteor/random';

/**
 * The selector of a write as an object. What is falsy, also as `_id`, becomes one that matches nothing, since it is most
 * likely a mistake.
 *
 * @throws Error for arrays.
 */
export function rewriteSelector(selector: unknown, { fallbackId }: { fallbackId?: unknown } = {}): Document {
  if (Array.isArray(selector)) throw new Error("Mongo selector can't be an array.");
  const object = LocalCollection._selectorIsId(selector) ? { _id: selector } : (selector as Document | null);
  if (!object || ('_id' in object && !object._id)) return { _id: fallbackId || Random.id() };
  return object;
}

const OPTIONS = Match.ObjectIncluding({
  projection: Match.Maybe(Object),
  sort: Match.Maybe(Match.OneOf(Object, Array, Function)),
  limit: Match.Maybe(Number),
  skip: Match.Maybe(Number),
});

/** The options of a query as drivers take them: with `projection` for `fields`. Throws for wrong ones. */
export function readFindOptions(options: Document | null | undefined): Document {
  const { fields, projection, ...rest } = options ?? {};
  const normalized = { ...rest, ...((projection || fields) && { projection: projection || fields }) };
  check(normalized, OPTIONS);
  return normalized;
}
