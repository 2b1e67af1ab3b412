import { DiffSequence } from '@bolide/meteor/diff-sequence';
import type { Document } from '@bolide/meteor/minimongo';

/** The fields in which a document differs from what it was; those that are gone are `undefined`. None: no difference. */
export function fieldChanges(before: Document, after: Document): Document | undefined {
  const changes = DiffSequence.makeChangedFields(after, before);
  delete changes._id;
  return Object.keys(changes).length > 0 ? changes : undefined;
}

export function withoutId({ _id, ...fields }: Document): Document {
  return fields;
}
