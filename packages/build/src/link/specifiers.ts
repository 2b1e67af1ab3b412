/** Names of the modules that exist only inside the build. */
export const PACKAGE = 'bolide:package/';
export const PACKAGE_BODY = 'bolide:package-body/';
export const PACKAGE_SCOPE = 'bolide:package-scope/';
export const PACKAGE_CONTEXT = 'bolide:package-context';
export const SLOPPY_SCRIPT = 'bolide:sloppy-script/';
export const NPM_REQUIRE = 'bolide:npm-require/';
export const APP_ENTRY = 'bolide:app';
export const CLIENT_ENTRY = 'bolide:client';
export const EMPTY_PACKAGE = 'bolide:empty-package';
export const MISSING_MODULE = 'bolide:missing-module/';
export const EXTERNAL_REQUIRE = 'bolide:external-require';
/** A file in the bundle's `node_modules` that a package's exports hide; made relative when the files are written. */
export const IN_NODE_MODULES = 'bolide:in-node_modules/';
export const EXTERNAL_COMMONJS = 'bolide:external/';

/** Rollup's convention: other plugins leave ids with a leading NUL alone. */
export const virtualId = (specifier: string): string => `\0${specifier}`;

export function virtualSpecifier(id: string): string | undefined {
  return id.startsWith('\0bolide:') ? id.slice(1) : undefined;
}
