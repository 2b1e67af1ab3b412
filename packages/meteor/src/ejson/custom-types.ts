import type { EJSONableCustomType, EJSONFactory } from './types.js';

/** The factories of the types added so far, by name. */
export const customTypes = new Map<string, EJSONFactory>();

/**
 * Adds a type to EJSON.
 *
 * @param name What `typeName()` of the instances gives.
 * @param factory Makes an instance from what its `toJSONValue()` gave.
 * @throws Error when there is a type of that name.
 */
export function addType<Json = never>(name: string, factory: (json: Json) => unknown): void {
  if (customTypes.has(name)) throw new Error(`Type ${name} already present`);
  customTypes.set(name, factory as EJSONFactory);
}

/** Whether a value is an instance of a type that was added. */
export function isCustomType(value: unknown): value is EJSONableCustomType {
  if (!value) return false;
  const candidate = value as Partial<EJSONableCustomType>;
  return (
    typeof candidate.toJSONValue === 'function' &&
    typeof candidate.typeName === 'function' &&
    customTypes.has(candidate.typeName())
  );
}
