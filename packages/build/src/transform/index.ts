/**
 * From source files as Meteor takes them to strict ES modules. What the build has to know:
 *
 * - A file that keeps `module.exports` has the format `commonjs`; the bundler wraps it. It reads packages from the
 *   registry (`globalThis.Package`), so every package has to be in it before code that uses it runs. Nested imports and
 *   `require` of `meteor/<name>` read it too.
 * - The modules `bolide:interop`, `bolide:source-location`, `bolide:package-scope[/<name>]` and
 *   `bolide:package-context[/<name>]` are imported by transformed code; the first three have their sources here.
 * - `__filename`, `__dirname` and `import.meta.url` on the server are those of the display path below the bundle's folder.
 * - A result with `sloppyScript` imports that script; it has to be written as a `.cjs` file and stay outside.
 */

import { analyzeAhead } from './analyze.js';
import type { AnalyzeOptions, ModuleFacts } from './types.js';

/**
 * Finds what a file declares, uses and imports, without rewriting it.
 * Throws a BuildError with file, line, column and a code frame if it cannot be parsed.
 */
export function analyzeModule(source: string, file: string, options: AnalyzeOptions): ModuleFacts {
  return analyzeAhead(source, file, options).facts;
}

export { type NpmCodeFacts, needsSloppyMode, npmCodeFacts } from './npm-code-facts.js';
export { transformModule } from './transform-module.js';
export type * from './types.js';
export { usesGlobal } from './uses-global.js';
export { INTEROP_ID, packageContextId, SOURCE_LOCATION_ID, sloppyScriptId } from './virtual/ids.js';
export { interopModule } from './virtual/interop-module.js';
export { packageScopeId, packageScopeModule } from './virtual/package-scope-module.js';
export { sourceLocationModule } from './virtual/source-location-module.js';
