const ObjectPrototype = Object.prototype;
const DOLLAR = 36;

/** Whether an object is an ordinary one: made by `{}`, `JSON.parse` or `Object.create(null)`. Not for arrays. */
export function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === ObjectPrototype || prototype === null;
}

/** Whether the first key of an ordinary object leaves it possible that it is an `arguments` object. */
export function mayBeArguments(firstKey: string): boolean {
  return firstKey === '0';
}

/** Whether an object with an ordinary prototype is an `arguments` object. */
export function isArguments(value: object): value is ArrayLike<unknown> {
  return ObjectPrototype.toString.call(value) === '[object Arguments]';
}

/** Whether the first key of an object leaves it possible that it is written like a special value. */
export function mayBeSpecial(firstKey: string): boolean {
  return firstKey.charCodeAt(0) === DOLLAR;
}

/** The special value that an object's keys announce, or `undefined`. Keys come in any order. */
export function specialKind(value: object, keys: readonly string[]): SpecialKind | undefined {
  if (keys.length > 2) return undefined;
  if (keys.length === 1) {
    const key = keys[0];
    return key === '$date' || key === '$InfNaN' || key === '$binary' || key === '$escape' ? key : undefined;
  }
  if (Object.hasOwn(value, '$regexp') && Object.hasOwn(value, '$flags')) return '$regexp';
  if (Object.hasOwn(value, '$type') && Object.hasOwn(value, '$value')) return '$type';
  return undefined;
}

export type SpecialKind = '$date' | '$InfNaN' | '$binary' | '$escape' | '$regexp' | '$type';

/** Sets an own property under any name; assigning to `__proto__` would change the prototype instead. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}
