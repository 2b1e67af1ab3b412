import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { positionAt } from './code-frame.js';
import { collectFacts } from './module-facts.js';
import { analyzeScopes, type ScopeAnalysis } from './scope/analyze-scopes.js';
import { type ParsedSource, parseSource } from './syntax/parse-source.js';
import { type StrippedSource, stripTypes } from './syntax/strip-types.js';
import type { AnalyzeOptions, ModuleFacts, SourceMapInput, SourcePosition } from './types.js';

/** A file that has been read and understood, before anything is rewritten. */
export interface AnalyzedModule {
  readonly stripped: StrippedSource;
  readonly parsed: ParsedSource;
  readonly scopes: ScopeAnalysis;
  readonly facts: ModuleFacts;
  readonly locate: (offset: number) => SourcePosition;
}

/** Strips types and JSX, parses, and finds out what the names of a file mean. */
export function analyze(source: string, file: string, options: AnalyzeOptions, development = false): AnalyzedModule {
  const stripped = stripTypes(source, file, options.displayPath, options.typescript, development);
  const locate = locator(source, stripped);
  const parsed = parseSource(stripped.code, source, options.displayPath, locate);
  const scopes = analyzeScopes(parsed.program);
  return { stripped, parsed, scopes, facts: collectFacts(parsed, scopes, options.style, locate), locate };
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

export type { SourceMapInput };
