import { analyzeAhead } from './analyze.js';
import type { AnalyzeOptions, ModuleFacts } from './types.js';

/**
 * Finds what a file declares, uses and imports, without rewriting it.
 * Throws a BuildError with file, line, column and a code frame if it cannot be parsed.
 */
export function analyzeModule(source: string, file: string, options: AnalyzeOptions): ModuleFacts {
  return analyzeAhead(source, file, options).facts;
}

export { needsSloppyMode } from './needs-sloppy-mode.js';
export { transformModule } from './transform-module.js';
export type * from './types.js';
export { INTEROP_ID, packageContextId, SOURCE_LOCATION_ID, sloppyScriptId } from './virtual/ids.js';
export { interopModule } from './virtual/interop-module.js';
export { packageScopeId, packageScopeModule } from './virtual/package-scope-module.js';
export { sourceLocationModule } from './virtual/source-location-module.js';
