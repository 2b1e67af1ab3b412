import { INTEROP_ID } from '../virtual/ids.js';
import type { RewriteContext } from './rewrite-context.js';

/** The package that `meteor/<name>` stands for; undefined for other specifiers and for files inside of packages. */
export function packageOf(specifier: string): string | undefined {
  return /^meteor\/([^/]+)$/.exec(specifier)?.[1];
}

/**
 * Code that loads a module on the spot. Packages are all loaded before code asks for them, so they come from the
 * registry: to `require` them would make the bundler wrap each in a function.
 */
export function requireExpression({ header }: RewriteContext, specifier: string): string {
  const name = packageOf(specifier);
  if (name === undefined) return `require(${JSON.stringify(specifier)})`;
  return `${header.importAs(INTEROP_ID, 'requirePackage')}(${JSON.stringify(name)})`;
}

/** The registry's entry of a package, for use at any time after it is loaded. */
export function registryEntry(packageName: string): string {
  return /^[a-z]\w*$/i.test(packageName)
    ? `globalThis.Package.${packageName}`
    : `globalThis.Package[${JSON.stringify(packageName)}]`;
}
