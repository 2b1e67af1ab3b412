import { parseSync, type TransformOptions as RolldownTransformOptions, transformSync } from 'rolldown/utils';
import { positionAt } from '../code-frame.js';
import type { SourceMapInput, TypeScriptFacts } from '../types.js';
import { type JsxChoice, type Language, lowerDecorators } from './lower-decorators.js';
import { syntaxError } from './parse-source.js';

export interface StrippedSource {
  readonly code: string;
  /** From `code` to the file as written; undefined if `code` is the file as written. */
  readonly map: SourceMapInput | undefined;
}

/** Signs that a JavaScript file may have JSX: a closing tag or the end of a self-closing one. */
const MAY_HAVE_JSX = /<\/|\/>/;
/** Signs of a decorator: an `@` that starts a token. */
const MAY_HAVE_DECORATORS = /(?:^|[\s;{}()])@[\w$(]/m;
/** The file gives `React` a meaning of its own, as the classic JSX transform wants it. */
const BINDS_REACT = /\bimport\s+(?:\*\s*as\s+)?React\b|\bReact\s*=\s*require\b/;

/** The kind of source that has to be compiled before it is JavaScript; undefined for files named as JavaScript. */
export function typeScriptLanguage(file: string): 'ts' | 'tsx' | undefined {
  const extension = /\.([a-z]+)$/.exec(file)?.[1];
  if (extension === 'ts' || extension === 'mts' || extension === 'cts') return 'ts';
  return extension === 'tsx' ? 'tsx' : undefined;
}

/** Whether a JavaScript file that cannot be parsed as such may be JSX. */
export function mayHaveJsx(source: string): boolean {
  return MAY_HAVE_JSX.test(source);
}

/**
 * Takes types, JSX and decorators out of a file, with a map back to it.
 * Throws a BuildError for what cannot be parsed.
 */
export function stripTypes(
  source: string,
  language: Language,
  displayPath: string,
  facts: TypeScriptFacts = {},
): StrippedSource {
  const legacyDecorators = language !== 'jsx' && facts.experimentalDecorators !== false;
  const jsx = jsxOptions(source, facts);
  if (!legacyDecorators && MAY_HAVE_DECORATORS.test(source) && hasDecorators(source, language)) {
    return lowerDecorators(source, displayPath, language, facts, jsx);
  }
  const options: RolldownTransformOptions = {
    lang: language,
    sourceType: 'module',
    sourcemap: true,
    jsx: {
      runtime: jsx.classic ? 'classic' : 'automatic',
      ...(jsx.factory === undefined ? {} : { pragma: jsx.factory }),
      ...(jsx.fragment === undefined ? {} : { pragmaFrag: jsx.fragment }),
      ...(jsx.importSource === undefined ? {} : { importSource: jsx.importSource }),
    },
    tsconfig: {
      compilerOptions: {
        experimentalDecorators: legacyDecorators,
        emitDecoratorMetadata: legacyDecorators && facts.emitDecoratorMetadata !== false,
        useDefineForClassFields: facts.useDefineForClassFields !== false,
        verbatimModuleSyntax: facts.verbatimModuleSyntax === true,
        ...(facts.strictNullChecks === undefined ? {} : { strictNullChecks: facts.strictNullChecks }),
      },
    },
  };
  let result = transformSync(displayPath, source, options);
  if (language === 'jsx' && result.errors[0]?.message.includes("'import statement' declaration can only be used at")) {
    // Read as TypeScript, nested imports pass; no import may be taken for one of a type then.
    const tsconfig = { compilerOptions: { verbatimModuleSyntax: true } };
    result = transformSync(displayPath, source, { ...options, lang: 'tsx', tsconfig });
  }
  const error = result.errors[0];
  if (error !== undefined) throw readError(error, source, displayPath);
  return { code: result.code, map: result.map as unknown as SourceMapInput };
}

function hasDecorators(source: string, language: Language): boolean {
  const { program } = parseSync('module', source, { lang: language, sourceType: 'module' });
  return contains(program, 'Decorator');
}

function contains(value: unknown, type: string): boolean {
  if (Array.isArray(value)) return value.some((item) => contains(item, type));
  if (value === null || typeof value !== 'object') return false;
  return (value as { type?: unknown }).type === type || Object.values(value).some((item) => contains(item, type));
}

function jsxOptions(source: string, facts: TypeScriptFacts): JsxChoice {
  const mode = facts.jsx ?? (BINDS_REACT.test(source) ? 'react' : 'react-jsx');
  return mode === 'react'
    ? { classic: true, factory: facts.jsxFactory, fragment: facts.jsxFragmentFactory, importSource: undefined }
    : { classic: false, factory: undefined, fragment: undefined, importSource: facts.jsxImportSource };
}

function readError(error: Error, source: string, displayPath: string) {
  const { pos, loc } = error as { pos?: number; loc?: { line: number; column: number } };
  const message = /\]\s*([^\n]+)/.exec(error.message)?.[1] ?? error.message.split('\n')[0] ?? 'unknown';
  const position = loc ? { line: loc.line, column: loc.column + 1 } : positionAt(source, pos ?? 0);
  return syntaxError(message, undefined, source, displayPath, position);
}
