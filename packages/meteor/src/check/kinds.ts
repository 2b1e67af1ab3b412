const { toString: describe } = Object.prototype;
const objectSource = Function.prototype.toString.call(Object);

/** Whether a value was made by `{}`, `Object.create(null)` or `JSON.parse`, be it in another realm. */
export function isPlainObject(value: object): boolean {
  if (describe.call(value) !== '[object Object]') return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  const maker: unknown = Object.hasOwn(prototype, 'constructor') && prototype.constructor;
  return typeof maker === 'function' && Function.prototype.toString.call(maker) === objectSource;
}

export function isArguments(value: unknown): value is ArrayLike<unknown> {
  return typeof value === 'object' && value !== null && describe.call(value) === '[object Arguments]';
}
