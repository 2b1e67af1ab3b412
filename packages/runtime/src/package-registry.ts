import { onStartup } from './startup-hooks.js';

/** `Package` as Meteor code knows it: package name → its exports. */
export type PackageRegistry = Record<string, Record<string, unknown>>;

const waiting = new Map<string, ((exports: Record<string, unknown>) => void)[]>();

/** What Meteor's registry offers besides the packages. On the prototype, so that listing the packages never shows it. */
const registryMethods = Object.create(null, {
  _define: {
    value(name: string, exports: Record<string, unknown> = {}, ...more: Record<string, unknown>[]) {
      const merged = more.length > 0 ? Object.assign({}, ...more.toReversed(), exports) : exports;
      definePackage(name, merged);
      return merged;
    },
  },
  _has: { value: (name: string) => Object.hasOwn(registry, name) },
  _promise: { value: (name: string) => whenPackageDefined(name) },
});

const registry: PackageRegistry = Object.create(registryMethods);

/** The facade for code that expects the global `Package`. */
export const Package: PackageRegistry = registry;

/** Called by each package's module when it has been evaluated. `exports` is its module namespace: bindings stay live. */
export function definePackage(name: string, exports: Record<string, unknown>): void {
  registry[name] = exports;
  const listeners = waiting.get(name);
  if (listeners) {
    waiting.delete(name);
    for (const listener of listeners) listener(exports);
  }
}

/** Resolves with a package's exports once it is defined; rejects if it is not there when the startup hooks run. */
export function whenPackageDefined(name: string): Promise<Record<string, unknown>> {
  const defined = registry[name];
  if (defined) return Promise.resolve(defined);
  return new Promise((resolve, reject) => {
    const listeners = waiting.get(name);
    if (listeners) listeners.push(resolve);
    else waiting.set(name, [resolve]);
    onStartup(() => {
      if (!registry[name]) reject(new Error(`Package ${name} not installed`));
    });
  });
}
