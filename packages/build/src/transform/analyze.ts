import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { positionAt } from './code-frame.js';
import { collectFacts } from './module-facts.js';
import { analyzeScopes, type ScopeAnalysis } from './scope/analyze-scopes.js';
import type { Language } from './syntax/lower-decorators.js';
import { type ParsedSource, parseSource, syntaxError } from './syntax/parse-source.js';
import { mayHaveJsx, type StrippedSource, stripTypes, typeScriptLanguage } from './syntax/strip-types.js';
import type { AnalyzeOptions, ModuleFacts, SourcePosition } from './types.js';

/** A file that has been read and understood, before anything is rewritten. */
export interface AnalyzedModule {
  readonly stripped: StrippedSource;
  readonly parsed: ParsedSource;
  readonly scopes: ScopeAnalysis;
  readonly facts: ModuleFacts;
  readonly locate: (offset: number) => SourcePosition;
}

/** Files that were analyzed and not transformed yet: the build asks for the facts of a package's files first. */
const analyzedFiles = new Map<string, { source: string; options: AnalyzeOptions; analyzed: AnalyzedModule }>();
const MAXIMUM_KEPT = 200;

/** Like `analyze`, and keeps the result for `takeAnalyzed`. */
export function analyzeAhead(source: string, file: string, options: AnalyzeOptions): AnalyzedModule {
  const analyzed = analyze(source, file, options);
  if (analyzedFiles.size < MAXIMUM_KEPT) analyzedFiles.set(file, { source, options, analyzed });
  return analyzed;
}

/** What was found out about a file, analyzed now if it was not before. */
export function takeAnalyzed(source: string, file: string, options: AnalyzeOptions): AnalyzedModule {
  const known = analyzedFiles.get(file);
  analyzedFiles.delete(file);
  const isSame =
    known !== undefined &&
    known.source === source &&
    known.options.style === options.style &&
    known.options.displayPath === options.displayPath &&
    known.options.typescript === options.typescript;
  return isSame ? known.analyzed : analyze(source, file, options);
}

/** Strips types and JSX, parses, and finds out what the names of a file mean. */
function analyze(source: string, file: string, options: AnalyzeOptions): AnalyzedModule {
  const language = typeScriptLanguage(file);
  if (language !== undefined) return analyzeStripped(source, language, options);
  const parsed = parseSource(source);
  if ('message' in parsed) {
    // Text that is no JavaScript may be JSX; if it is not, that is where the error is reported from.
    if (mayHaveJsx(source)) return analyzeStripped(source, 'jsx', options);
    throw syntaxError(parsed.message, parsed.help, source, options.displayPath, positionAt(source, parsed.start));
  }
  const scopes = analyzeScopes(parsed.program);
  if (scopes.hasDecorators) return analyzeStripped(source, 'jsx', options);
  return collect({ code: source, map: undefined }, source, parsed, scopes, options);
}

function analyzeStripped(source: string, language: Language, options: AnalyzeOptions): AnalyzedModule {
  const stripped = stripTypes(source, language, options.displayPath, options.typescript);
  const parsed = parseSource(stripped.code);
  if ('message' in parsed) {
    const position = locator(source, stripped)(parsed.start);
    throw syntaxError(parsed.message, parsed.help, source, options.displayPath, position);
  }
  return collect(stripped, source, parsed, analyzeScopes(parsed.program), options);
}

function collect(
  stripped: StrippedSource,
  source: string,
  parsed: ParsedSource,
  scopes: ScopeAnalysis,
  { style }: AnalyzeOptions,
): AnalyzedModule {
  const locate = locator(source, stripped);
  return { stripped, parsed, scopes, facts: collectFacts(parsed, scopes, style, locate), locate };
}

function locator(source: string, { code, map }: StrippedSource): (offset: number) => SourcePosition {
  if (map === undefined) return (offset) => positionAt(source, offset);
  let trace: TraceMap | undefined;
  return (offset) => {
    trace ??= new TraceMap(map as ConstructorParameters<typeof TraceMap>[0]);
    const { line, column } = positionAt(code, offset);
    const original = originalPositionFor(trace, { line, column: column - 1 });
    return original.line === null ? { line: 1, column: 1 } : { line: original.line, column: original.column + 1 };
  };
}
