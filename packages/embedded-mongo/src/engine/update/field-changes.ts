import type { Document } from 'bson';
import { setField } from '../bson/decode.js';
import { arrayPosition, fieldOf } from '../query/path.js';
import type { UpdateDescription } from '../types.js';

/** Which fields an update has set, removed or cut; the topmost ones only. */
export class FieldChanges {
  readonly #set = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #truncated = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#set.size === 0 && this.#removed.size === 0 && this.#truncated.size === 0;
  }

  set(path: string): void {
    this.#removed.delete(path);
    this.#set.add(path);
  }

  remove(path: string): void {
    this.#set.delete(path);
    this.#removed.add(path);
  }

  truncate(path: string, length: number): void {
    this.#truncated.set(path, length);
  }

  /** What a change stream tells, with the values that the fields have in `document` now. */
  describe(document: Document): UpdateDescription {
    const updatedFields: Document = {};
    for (const path of this.#set) {
      if (!this.#isWithinAnother(path)) setField(updatedFields, path, valueAt(document, path));
    }
    return {
      updatedFields,
      removedFields: [...this.#removed].filter((path) => !this.#isWithinAnother(path)),
      truncatedArrays: [...this.#truncated]
        .filter(([field]) => !this.#isWithinAnother(field) && !this.#set.has(field))
        .map(([field, newSize]) => ({ field, newSize })),
    };
  }

  #isWithinAnother(path: string): boolean {
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
      if (this.#set.has(path.slice(0, dot))) return true;
    }
    return false;
  }
}

function valueAt(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const part of path.split('.')) {
    if (Array.isArray(value)) value = value[arrayPosition(part)];
    else if (typeof value === 'object' && value !== null) value = fieldOf(value, part);
    else return undefined;
  }
  return value;
}
