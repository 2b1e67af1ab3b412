/** Fields to tell a client: key → new value, `undefined` for a field that is gone. */
export type ChangedFields = Record<string, unknown>;

/** Sets an own property also when its name is `__proto__`. */
export function setField(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    fields[key] = value;
  }
}
