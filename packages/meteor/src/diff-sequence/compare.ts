import { EJSON } from '@bolide/meteor/ejson';
import type { DiffCallbacks, DiffFields } from './types.js';

/** Calls back for the own keys that both objects have, and for those that only one has. */
export function diffObjects<Left, Right>(
  left: Readonly<Record<string, Left>>,
  right: Readonly<Record<string, Right>>,
  callbacks: DiffCallbacks<string, Left, Right>,
): void {
  for (const key of Object.keys(left)) {
    if (Object.hasOwn(right, key)) callbacks.both?.(key, left[key] as Left, right[key] as Right);
    else callbacks.leftOnly?.(key, left[key] as Left);
  }
  if (!callbacks.rightOnly) return;
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key)) callbacks.rightOnly(key, right[key] as Right);
  }
}

/** The same for maps. */
export function diffMaps<Key, Left, Right>(
  left: ReadonlyMap<Key, Left>,
  right: ReadonlyMap<Key, Right>,
  callbacks: DiffCallbacks<Key, Left, Right>,
): void {
  left.forEach((leftValue, key) => {
    if (right.has(key)) callbacks.both?.(key, leftValue, right.get(key) as Right);
    else callbacks.leftOnly?.(key, leftValue);
  });
  if (!callbacks.rightOnly) return;
  right.forEach((rightValue, key) => {
    if (!left.has(key)) callbacks.rightOnly?.(key, rightValue);
  });
}

/** The fields of `newDoc` that differ from `oldDoc`; `undefined` for those that it no longer has. */
export function makeChangedFields(newDoc: Readonly<DiffFields>, oldDoc: Readonly<DiffFields>): DiffFields {
  const fields: DiffFields = {};
  diffObjects(oldDoc, newDoc, {
    both(key, oldValue, newValue) {
      if (!EJSON.equals(oldValue, newValue)) fields[key] = newValue;
    },
    leftOnly(key) {
      fields[key] = undefined;
    },
    rightOnly(key, newValue) {
      fields[key] = newValue;
    },
  });
  return fields;
}

/** Changes `doc` by what makeChangedFields gave. */
export function applyChanges(doc: DiffFields, changeFields: Readonly<DiffFields>): void {
  for (const [key, value] of Object.entries(changeFields)) {
    if (value === undefined) delete doc[key];
    else doc[key] = value;
  }
}
