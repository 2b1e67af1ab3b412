type Class = abstract new (...args: never[]) => object;

/**
 * A global class. Node loads its fetch implementation when these classes are first looked at, which takes longer than
 * the rest of a server's start; there, a stand-in is given that looks at the class when it is used.
 */
export function nativeClass<T extends Class>(name: 'Headers' | 'Request' | 'Response'): T {
  const isLoadedLazily = Object.getOwnPropertyDescriptor(globalThis, name)?.get !== undefined;
  return (isLoadedLazily ? standInFor<T>(name) : globalThis[name]) as T;
}

function standInFor<T extends Class>(name: 'Headers' | 'Request' | 'Response'): T {
  const native = () => globalThis[name] as unknown as new (...args: unknown[]) => object;
  const standIn: object = new Proxy(function standIn() {}, {
    construct: (_target, args, newTarget) =>
      Reflect.construct(native(), args, newTarget === standIn ? native() : (newTarget as new () => object)),
    get: (_target, key) => Reflect.get(native(), key),
    has: (_target, key) => Reflect.has(native(), key),
    getPrototypeOf: () => Object.getPrototypeOf(native()) as object,
  });
  return standIn as T;
}
