/** `Package` as Meteor code knows it: package name → its exports. */
export type PackageRegistry = Record<string, Record<string, unknown>>;

const registry: PackageRegistry = Object.create(null);

/** The facade for code that expects the global `Package`. */
export const Package: PackageRegistry = registry;

/** Called by each package's module when it has been evaluated. `exports` is its module namespace: bindings stay live. */
export function definePackage(name: string, exports: Record<string, unknown>): void {
  registry[name] = exports;
}
