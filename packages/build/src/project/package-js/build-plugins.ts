/**
 * Names of the build plugins whose work the build does by itself, so that copies of Meteor's compiler packages in an
 * app's `packages/` folder are understood.
 */
const KNOWN: ReadonlySet<string> = new Set([
  'basicFileTypes',
  'compile-ecmascript',
  'compile-typescript',
  'compileLessBatch',
  'compileScssBatch',
  'compileStaticHtmlBatch',
  'minifyStdCSS',
  'minifyStdJS',
  'minifier-postcss',
  'lintJshint',
]);

export function isKnownBuildPlugin(name: string): boolean {
  return KNOWN.has(name);
}

/** For error messages. */
export function knownBuildPlugins(): string {
  return [...KNOWN].join(', ');
}
