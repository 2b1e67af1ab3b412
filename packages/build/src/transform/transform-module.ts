import remapping from '@jridgewell/remapping';
import MagicString from 'magic-string';
import { type AnalyzedModule, analyze } from './analyze.js';
import { rewriteFreeNames } from './rewrite/free-names.js';
import { ModuleHeader } from './rewrite/module-header.js';
import type { RewriteContext } from './rewrite/rewrite-context.js';
import type { SourceMapObject, TransformOptions, TransformResult } from './types.js';

/**
 * Turns a file of a Meteor app or package into a strict ES module, or a CommonJS module that the bundler understands.
 * Throws a BuildError with file, line, column and a code frame for what cannot be turned into one.
 */
export function transformModule(source: string, file: string, options: TransformOptions): TransformResult {
  const analyzed = analyze(source, file, options, options.mode === 'development');
  const { stripped, parsed, scopes, facts, locate } = analyzed;
  const magic = new MagicString(stripped.code);
  const header = new ModuleHeader(scopes.identifierNames);
  const context: RewriteContext = { code: stripped.code, magic, header, scopes, options, locate };
  rewriteFreeNames(context);
  const format = facts.hasCommonJsExports ? 'commonjs' : 'module';
  const { hashbang } = parsed.program as unknown as { hashbang?: { start: number; end: number } | null };
  if (hashbang) magic.remove(hashbang.start, hashbang.end);
  const needsMarker = format === 'module' && !facts.hasEsModuleSyntax && !header.hasImports;
  magic.prepend(header.toString());
  if (needsMarker) magic.append('\nexport {};\n');
  return { code: magic.toString(), map: joinMaps(source, analyzed, magic, options.displayPath), format, facts };
}

function joinMaps(source: string, { stripped }: AnalyzedModule, magic: MagicString, displayPath: string) {
  const own = magic.generateMap({ source: displayPath, includeContent: true, hires: 'boundary' });
  const joined = stripped.map === undefined ? own : remapping([own as never, stripped.map], () => null);
  const map: SourceMapObject = {
    version: 3,
    sources: [displayPath],
    sourcesContent: [source],
    names: [...joined.names],
    mappings: joined.mappings as string,
  };
  return map;
}
