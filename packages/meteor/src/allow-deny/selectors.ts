import { Meteor } from '@bolide/meteor/meteor';
import { LocalCollection } from '@bolide/meteor/minimongo';

/** @throws Meteor.Error 403 unless a selector is the `_id` of one document. */
export function assertSelectorIsId(selector: unknown, methodName: string): void {
  if (LocalCollection._selectorIsIdPerhapsAsObject(selector)) return;
  throw new Meteor.Error(403, `Not permitted. Untrusted code may only ${methodName} documents by ID.`);
}
