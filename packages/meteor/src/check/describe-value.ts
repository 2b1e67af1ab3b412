import { EJSON } from '@bolide/meteor/ejson';

/** Values come from clients: what messages and logs take of one is bounded. */
const MAX_LENGTH = 1000;

/** The value as it appears in messages; only its type if it cannot be written. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  try {
    // The longest string of interest; writing a longer one only to cut it would be wasted.
    const text = EJSON.stringify(typeof value === 'string' ? value.slice(0, MAX_LENGTH + 1) : value);
    if (text === undefined) return typeof value;
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  } catch {
    return typeof value;
  }
}

/** The type as it appears in messages. */
export function describeType(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
