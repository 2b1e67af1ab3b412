import { parseSync, transformSync } from 'rolldown/utils';
import { positionAt } from '../code-frame.js';
import type { SourceMapInput, TypeScriptFacts } from '../types.js';
import { syntaxError } from './parse-source.js';

export interface StrippedSource {
  readonly code: string;
  /** From `code` to the file as written; undefined if `code` is the file as written. */
  readonly map: SourceMapInput | undefined;
}

type Language = 'ts' | 'tsx' | 'jsx';

/** Signs that a JavaScript file may have JSX: a closing tag or the end of a self-closing one. */
const MAY_HAVE_JSX = /<\/|\/>/;
/** Signs of a decorator: an `@` that starts a token. */
const MAY_HAVE_DECORATORS = /(?:^|[\s;{}()])@[\w$(]/m;
/** The file gives `React` a meaning of its own, as the classic JSX transform wants it. */
const BINDS_REACT = /\bimport\s+(?:\*\s*as\s+)?React\b|\bReact\s*=\s*require\b/;

/** Takes types, JSX and decorators out of a file; plain JavaScript comes back as it is. */
export function stripTypes(
  source: string,
  file: string,
  displayPath: string,
  facts: TypeScriptFacts = {},
  development = false,
): StrippedSource {
  const language = languageOf(source, file);
  if (language === undefined) return { code: source, map: undefined };
  const isTypeScript = language !== 'jsx';
  const legacyDecorators = isTypeScript && facts.experimentalDecorators !== false;
  const result = transformSync(displayPath, source, {
    lang: language,
    sourceType: 'module',
    sourcemap: true,
    jsx: jsxOptions(source, facts, development),
    decorator: {
      legacy: legacyDecorators,
      emitDecoratorMetadata: legacyDecorators && facts.emitDecoratorMetadata !== false,
    },
    typescript: { onlyRemoveTypeImports: facts.verbatimModuleSyntax === true },
    tsconfig: false,
  });
  const error = result.errors[0];
  if (error !== undefined) throw readError(error, source, displayPath);
  return { code: result.code, map: result.map as unknown as SourceMapInput };
}

function languageOf(source: string, file: string): Language | undefined {
  const extension = /\.([a-z]+)$/.exec(file)?.[1];
  if (extension === 'ts' || extension === 'mts' || extension === 'cts') return 'ts';
  if (extension === 'tsx') return 'tsx';
  if (!MAY_HAVE_JSX.test(source) && !MAY_HAVE_DECORATORS.test(source)) return undefined;
  return hasJsxOrDecorators(source) ? 'jsx' : undefined;
}

function hasJsxOrDecorators(source: string): boolean {
  const { program } = parseSync('module.jsx', source, { lang: 'jsx', sourceType: 'module' });
  return contains(program);
}

function contains(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(contains);
  if (value === null || typeof value !== 'object') return false;
  const { type } = value as { type?: unknown };
  if (typeof type === 'string' && (type.startsWith('JSX') || type === 'Decorator')) return true;
  return Object.values(value).some(contains);
}

function jsxOptions(source: string, facts: TypeScriptFacts, development: boolean) {
  const mode = facts.jsx ?? (BINDS_REACT.test(source) ? 'react' : 'react-jsx');
  if (mode === 'react') {
    return {
      runtime: 'classic' as const,
      ...(facts.jsxFactory === undefined ? {} : { pragma: facts.jsxFactory }),
      ...(facts.jsxFragmentFactory === undefined ? {} : { pragmaFrag: facts.jsxFragmentFactory }),
    };
  }
  return {
    runtime: 'automatic' as const,
    development: development && mode === 'react-jsxdev',
    ...(facts.jsxImportSource === undefined ? {} : { importSource: facts.jsxImportSource }),
  };
}

function readError(error: Error, source: string, displayPath: string) {
  const { pos, loc } = error as { pos?: number; loc?: { line: number; column: number } };
  const message = /\]\s*([^\n]+)/.exec(error.message)?.[1] ?? error.message.split('\n')[0] ?? 'unknown';
  const position = loc ? { line: loc.line, column: loc.column + 1 } : positionAt(source, pos ?? 0);
  return syntaxError(message, undefined, source, displayPath, position);
}
