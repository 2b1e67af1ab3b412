import type { AnyFunction, SettingsValue } from './types.js';

type Tree = Record<string, SettingsValue>;

/** `object[a][b][c]`, or `undefined` as soon as one is missing. */
export function _get(object: object, ...keys: string[]): SettingsValue {
  let value = object as SettingsValue;
  for (const key of keys) {
    if (!(key in value)) return undefined;
    value = value[key];
  }
  return value;
}

/** `object[a][b][c]`, made of empty objects where it is missing. */
export function _ensure(object: object, ...keys: string[]): SettingsValue {
  let value = object as Tree;
  for (const key of keys) {
    if (!(key in value)) value[key] = {};
    value = value[key];
  }
  return value;
}

/** Deletes `object[a][b][c]`, then the objects around it that became empty. */
export function _delete(object: object, ...keys: string[]): void {
  const path: Tree[] = [object as Tree];
  let found = true;
  for (const key of keys.slice(0, -1)) {
    const parent = path.at(-1) as Tree;
    if (!(key in parent)) {
      found = false;
      break;
    }
    const value = parent[key];
    if (typeof value !== 'object' || value === null) break;
    path.push(value);
  }
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent = path[depth] as Tree;
    const key = keys[depth] as string;
    if (found) found = false;
    else if (Object.keys(parent[key] ?? {}).length > 0) return;
    delete parent[key];
  }
}

/** Makes `child` (a constructor function) inherit from `parent`: statics, prototype, `__super__`. */
export function _inherits<C extends AnyFunction>(child: C, parent: AnyFunction | ErrorConstructor): C {
  for (const key of Object.keys(parent)) (child as unknown as Tree)[key] = (parent as unknown as Tree)[key];
  const prototype = Object.create(parent.prototype);
  prototype.constructor = child;
  child.prototype = prototype;
  (child as unknown as Tree).__super__ = parent.prototype;
  return child;
}

export function _escapeRegExp(text: string): string {
  return String(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

export function _isPromise(value: unknown): boolean {
  return Boolean(value) && typeof (value as { then?: unknown }).then === 'function';
}
