import type { LiveQueryHandle } from '@bolide/meteor/minimongo';

/** Is it a cursor of a collection, wherever that is? */
export const isCursor = (value: unknown): value is { observe(callbacks: object): LiveQueryHandle } =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { observe?: unknown }).observe === 'function' &&
  typeof (value as { fetchAsync?: unknown }).fetchAsync === 'function';

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Warns when reactive data are a cursor, or have one: reading it later is not reactive. */
export function warnOfCursors(value: unknown): void {
  if (!isCursor(value) && !(isPlain(value) && Object.values(value).some(isCursor))) return;
  console.warn(
    'The function given to useTracker returns a cursor, which is not reactive. Return what its fetch() gives, or use useFind.',
  );
}

/** Warns of arguments of the wrong type. */
export function warnOfArguments(hook: string, func: unknown, dependencies: unknown, skipUpdate: unknown): void {
  const wrong = (which: string, expected: string, value: unknown): void =>
    console.warn(`${hook} takes ${expected} as ${which}, and was given ${typeof value}.`);
  if (typeof func !== 'function') wrong('its function', 'a function', func);
  if (dependencies != null && !Array.isArray(dependencies) && (skipUpdate || typeof dependencies !== 'function')) {
    wrong('dependencies', 'an array', dependencies);
  }
  if (skipUpdate != null && typeof skipUpdate !== 'function') wrong('skipUpdate', 'a function', skipUpdate);
}
