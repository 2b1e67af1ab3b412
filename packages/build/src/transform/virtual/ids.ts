/** Helpers for imports of CommonJS modules and of packages by name; source: `interopModule()`. */
export const INTEROP_ID = 'bolide:interop';

/** Tells where a source file stands in the bundle; source: `sourceLocationModule()`. Server only. */
export const SOURCE_LOCATION_ID = 'bolide:source-location';

/** Id of the module that gives a package its `Npm` and `Assets`; without a name: the app's. */
export function packageContextId(packageName: string | undefined): string {
  return packageName === undefined ? 'bolide:package-context' : `bolide:package-context/${packageName}`;
}

/** Id of a script that stays sloppy; the build resolves it to the `.cjs` file that it writes from `sloppyScript`. */
export function sloppyScriptId(displayPath: string): string {
  return `bolide:sloppy-script/${displayPath}`;
}
