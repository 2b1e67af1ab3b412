import type { Document } from 'bson';
import { identicalValues } from '../bson/identical.js';
import { isDocument } from '../bson/value-type.js';
import type { FieldChanges } from './field-changes.js';

/** Finds what has to be set, removed and cut to make one document of another; for pipelines and replacements. */
export function diffDocuments(before: Document, after: Document, changes: FieldChanges, prefix = ''): void {
  for (const name of Object.keys(before)) {
    if (!Object.hasOwn(after, name)) changes.remove(prefix + name);
  }
  for (const name of Object.keys(after)) {
    const path = prefix + name;
    if (!Object.hasOwn(before, name)) changes.set(path);
    else diffValues(before[name], after[name], changes, path);
  }
}

function diffValues(before: unknown, after: unknown, changes: FieldChanges, path: string): void {
  if (isDocument(before) && isDocument(after)) {
    diffDocuments(before, after, changes, `${path}.`);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    diffArrays(before, after, changes, path);
  } else if (!identicalValues(before, after)) {
    changes.set(path);
  }
}

function diffArrays(before: readonly unknown[], after: readonly unknown[], changes: FieldChanges, path: string): void {
  // Many small changes of an array take more room than the array.
  const common = Math.min(before.length, after.length);
  let differing = 0;
  for (let i = 0; i < common; i++) if (!identicalValues(before[i], after[i])) differing++;
  if (differing > Math.max(1, common / 2)) {
    changes.set(path);
    return;
  }
  for (let i = 0; i < common; i++) diffValues(before[i], after[i], changes, `${path}.${i}`);
  for (let i = common; i < after.length; i++) changes.set(`${path}.${i}`);
  if (after.length < before.length) changes.truncate(path, after.length);
}
