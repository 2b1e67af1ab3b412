import type { PackageRegistry } from './types.js';

export { holdStartup, isStartupHeld, onStartupReleased } from './hold-startup.js';
export type { PackageRegistry } from './types.js';

const global = globalThis as { Package?: PackageRegistry };

/** The page's registry. A script that ran before may have made it already. */
export const Package: PackageRegistry = global.Package ?? Object.create(null);
global.Package = Package;

/** Called by each package's module when it has been evaluated. `exports` is its module namespace: bindings stay live. */
export function definePackage(name: string, exports: Record<string, unknown>): void {
  Package[name] = exports;
}
