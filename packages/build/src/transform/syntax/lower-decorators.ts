import { createRequire } from 'node:module';
import type { BuildFailure, TransformOptions } from 'esbuild';
import type { SourceMapInput, TypeScriptFacts } from '../types.js';
import { syntaxError } from './parse-source.js';

export type Language = 'ts' | 'tsx' | 'jsx';

/** How JSX is compiled. */
export interface JsxChoice {
  readonly classic: boolean;
  readonly factory: string | undefined;
  readonly fragment: string | undefined;
  readonly importSource: string | undefined;
}

/**
 * Compiles a file with standard decorators, which Node 20 lacks, together with its types and JSX.
 * Few files have any, so esbuild is loaded when the first one comes.
 */
export function lowerDecorators(
  source: string,
  displayPath: string,
  language: Language,
  facts: TypeScriptFacts,
  jsx: JsxChoice,
): { code: string; map: SourceMapInput } {
  const { transformSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const options: TransformOptions = {
    loader: language,
    format: 'esm',
    target: 'esnext',
    supported: { decorators: false },
    sourcemap: true,
    sourcefile: displayPath,
    sourcesContent: false,
    logLevel: 'silent',
    keepNames: false,
    jsx: jsx.classic ? 'transform' : 'automatic',
    ...(jsx.factory === undefined ? {} : { jsxFactory: jsx.factory }),
    ...(jsx.fragment === undefined ? {} : { jsxFragment: jsx.fragment }),
    ...(jsx.importSource === undefined ? {} : { jsxImportSource: jsx.importSource }),
    tsconfigRaw: {
      compilerOptions: {
        experimentalDecorators: false,
        useDefineForClassFields: facts.useDefineForClassFields !== false,
        verbatimModuleSyntax: facts.verbatimModuleSyntax === true,
      },
    },
  };
  try {
    const { code, map } = transformSync(source, options);
    return { code, map: JSON.parse(map) as SourceMapInput };
  } catch (error) {
    const [first] = (error as BuildFailure).errors ?? [];
    if (first === undefined) throw error;
    const position = { line: first.location?.line ?? 1, column: (first.location?.column ?? 0) + 1 };
    throw syntaxError(first.text, undefined, source, displayPath, position);
  }
}
