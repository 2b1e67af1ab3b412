import remapping from '@jridgewell/remapping';
import { RolldownMagicString as MagicString } from 'rolldown';
import { type AnalyzedModule, takeAnalyzed } from './analyze.js';
import { sourceError } from './code-frame.js';
import { rewriteBareDeclarations } from './rewrite/bare-declarations.js';
import { rewriteExports, rewriteModuleUses, rewritePackageImports } from './rewrite/commonjs.js';
import { rewriteCommonJsAsModule } from './rewrite/commonjs-as-module.js';
import { rewriteFreeNames } from './rewrite/free-names.js';
import { ModuleHeader } from './rewrite/module-header.js';
import { rewriteNestedImports } from './rewrite/nested-imports.js';
import type { RewriteContext } from './rewrite/rewrite-context.js';
import { asSloppyScript } from './rewrite/sloppy-script.js';
import { rewriteSourceLocation } from './rewrite/source-location.js';
import { repairSloppyCode } from './rewrite/strict-mode.js';
import { rewriteThis, wrapForReturn } from './rewrite/top-level.js';
import type { ScopeAnalysis } from './scope/analyze-scopes.js';
import { isSloppyScript, type ParseProblem, strictProblems, syntaxError } from './syntax/parse-source.js';
import type { StrippedSource } from './syntax/strip-types.js';
import type { ModuleFacts, ModuleFormat, SourceMapObject, TransformOptions, TransformResult } from './types.js';
import { sloppyScriptId } from './virtual/ids.js';

/**
 * Turns a file of a Meteor app or package into a strict ES module, or a CommonJS module that the bundler understands.
 * Throws a BuildError with file, line, column and a code frame for what cannot be turned into one.
 */
export function transformModule(source: string, file: string, options: TransformOptions): TransformResult {
  const analyzed = takeAnalyzed(source, file, options);
  const { stripped, parsed, scopes, facts, locate } = analyzed;
  // A CommonJS module cannot wait; see rewriteCommonJsAsModule.
  const isAwaiting = facts.hasCommonJsExports && facts.hasTopLevelAwait;
  const usesExports = facts.hasCommonJsExports || exportsGlobals(scopes, options);
  const format: ModuleFormat = usesExports && !facts.hasTopLevelAwait ? 'commonjs' : 'module';
  const magic = new MagicString(stripped.code);
  const header = new ModuleHeader(scopes.identifierNames);
  const context: RewriteContext = {
    code: stripped.code,
    magic,
    header,
    scopes,
    options,
    format,
    functionNames: new Map(),
    locate,
  };
  const { program } = parsed;
  const returned = scopes.topLevelReturns[0];
  if (returned !== undefined && facts.hasExports) {
    throw sourceError(
      'A module with exports cannot return.',
      source,
      options.displayPath,
      locate(returned.start),
      'Put the code that may be skipped into a function or an `if`.',
    );
  }

  rewriteFreeNames(context);
  rewriteSourceLocation(context);
  rewriteThis(context, facts);
  rewriteNestedImports(context);
  if (options.style === 'module') rewriteModuleUses(context);
  if (options.bare === true) rewriteBareDeclarations(context, program);
  repairSloppyCode(context, parsed, facts);
  if (isAwaiting) rewriteCommonJsAsModule(context, program, facts);
  if (format === 'commonjs') {
    rewritePackageImports(context, program);
    if (facts.hasExports) rewriteExports(context, program);
  } else if (returned !== undefined) {
    wrapForReturn(context, program, facts);
  }

  const { hashbang } = program as unknown as { hashbang?: { start: number; end: number } | null };
  if (hashbang) magic.remove(hashbang.start, hashbang.end);
  magic.prepend(header.toString());
  if (needsModuleMarker(format, facts, header)) magic.append('\nexport {};\n');
  const code = magic.toString();
  if (parsed.problems.length > 0) {
    const remaining = strictProblems(code, format);
    if (remaining[0] !== undefined) return keepSloppy(source, analyzed, options, remaining[0]);
  }
  return { code, map: joinMaps(source, analyzed, magic, options.displayPath), format, facts };
}

/** `export { x }` of a global, which only a getter can keep up with. */
function exportsGlobals({ references }: ScopeAnalysis, { packageScope, symbols }: TransformOptions): boolean {
  return references.some(
    ({ name, role, variable }) =>
      role === 'export' &&
      variable === undefined &&
      !packageScope.has(name) &&
      !symbols.has(name) &&
      name !== 'Npm' &&
      name !== 'Assets',
  );
}

/** What no rewriting makes strict stays sloppy, in a script beside the bundle's modules, if it can. */
function keepSloppy(
  source: string,
  analyzed: AnalyzedModule,
  options: TransformOptions,
  remaining: ParseProblem,
): TransformResult {
  const { facts, locate, parsed, stripped } = analyzed;
  const isScript = options.side === 'server' && options.bare !== true && stripped.map === undefined;
  const isSloppy = !facts.hasEsModuleSyntax && !facts.hasNestedImports && !facts.hasTopLevelAwait;
  if (!isScript || !isSloppy || !isSloppyScript(stripped.code)) {
    const problem =
      parsed.problems.find(({ message }) => message === remaining.message) ?? parsed.problems[0] ?? remaining;
    const remedy = problem.help ?? 'Modules are strict code; write it so that it works with "use strict".';
    throw syntaxError(problem.message, remedy, source, options.displayPath, locate(problem.start));
  }
  const { module, script } = asSloppyScript(source, facts, options);
  const magic = new MagicString('');
  magic.append(module);
  return {
    code: module,
    map: joinMaps(source, analyzed, magic, options.displayPath),
    format: facts.hasCommonJsExports ? 'commonjs' : 'module',
    sloppyScript: {
      specifier: sloppyScriptId(options.displayPath),
      code: script.toString(),
      map: joinMaps(source, analyzed, script, options.displayPath),
    },
    facts,
  };
}

/** Without any `import` or `export` the bundler would take the file for a script. */
function needsModuleMarker(format: ModuleFormat, facts: ModuleFacts, header: ModuleHeader): boolean {
  return format === 'module' && !facts.hasCommonJsExports && !facts.hasEsModuleSyntax && !header.hasImports;
}

function joinMaps(
  source: string,
  { stripped }: AnalyzedModule,
  magic: MagicString,
  displayPath: string,
): SourceMapObject {
  const { names, mappings } = joinedMap(stripped, magic, displayPath);
  return {
    version: 3,
    sources: [displayPath],
    sourcesContent: [source],
    names: [...names],
    mappings: mappings as string,
  };
}

function joinedMap({ map }: StrippedSource, magic: MagicString, displayPath: string) {
  if (map !== undefined && !magic.hasChanged()) return map as SourceMapObject;
  const own = magic.generateMap({ source: displayPath, hires: 'boundary' });
  if (map === undefined) return own;
  // Taken apart, since the native map's properties are accessors.
  const { names, mappings } = own;
  const plain: SourceMapObject = { version: 3, sources: [displayPath], sourcesContent: [], names, mappings };
  return remapping([plain, map], () => null);
}
