import { EJSON } from '@bolide/meteor/ejson';

/**
 * JSON text of an EJSON value.
 * @returns `undefined` for what JSON leaves out (undefined, functions, symbols).
 * @throws Error when the value contains itself or is nested too deeply, TypeError when it has a BigInt.
 */
export function stringifyValue(value: unknown): string | undefined {
  if (typeof value === 'string') return JSON.stringify(value);
  return JSON.stringify(EJSON.toJSONValue(value as never));
}
