import { isDocument } from '../bson/value-type.js';
import { MongoError } from '../mongo-error.js';
import { fieldOf } from '../query/path.js';

/**
 * Follows a path as expressions do: an array on the way becomes the array of what its documents have there. Numbers are
 * names like others.
 */
export function valueAtPath(value: unknown, parts: readonly string[], at = 0): unknown {
  if (at === parts.length) return value;
  if (Array.isArray(value)) {
    const found: unknown[] = [];
    for (const element of value) {
      const part = isDocument(element) || Array.isArray(element) ? valueAtPath(element, parts, at) : undefined;
      if (part !== undefined) found.push(part);
    }
    return found;
  }
  return isDocument(value) ? valueAtPath(fieldOf(value, parts[at] as string), parts, at + 1) : undefined;
}

/** @throws MongoError 15998 and others for paths with empty or dollar-prefixed parts */
export function parseFieldPath(path: string): string[] {
  const parts = path.split('.');
  if (path === '') throw new MongoError(16872, "'$' by itself is not a valid FieldPath");
  for (const part of parts) {
    if (part === '') throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    if (part.startsWith('$')) {
      throw new MongoError(
        16410,
        `FieldPath field names may not start with '$'. Consider using $getField or $setField.`,
      );
    }
    if (part.includes('\0')) throw new MongoError(16411, 'FieldPath field names may not contain null bytes.');
  }
  return parts;
}
