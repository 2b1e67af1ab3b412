import type * as ESTree from 'estree';
import { parseSync } from 'rolldown/utils';
import { reliesOnSloppyMode, startsStrict } from './needs-sloppy-mode.js';
import { analyzeScopes, type ScopeAnalysis } from './scope/analyze-scopes.js';
import type { Node, Program } from './syntax/nodes.js';

/** What npm code does that it cannot do from inside of a bundle. */
export interface NpmCodeFacts {
  /** `__dirname`, `import.meta.url`, `require.resolve`: it finds files beside itself. */
  readonly readsOwnFiles: boolean;
  /** `require` or `import()` of what is only known when it runs, or `require` handed on to do so. */
  readonly loadsComputedNames: boolean;
  /** `module.parent`, `require.cache` and the like. */
  readonly usesModuleSystem: boolean;
  /** Direct `eval`, which sees the names around it. */
  readonly evaluatesCode: boolean;
  /** Strict ES modules would change what it does. */
  readonly needsSloppyMode: boolean;
}

const NOTHING: NpmCodeFacts = {
  readsOwnFiles: false,
  loadsComputedNames: false,
  usesModuleSystem: false,
  evaluatesCode: false,
  needsSloppyMode: false,
};

/**
 * Text without any of this does none of the above, sloppy code aside: `require` followed by anything but one literal,
 * `module` by anything but `.exports`, `import(` by anything but a literal.
 */
const SUSPICIOUS =
  /\b__(?:dir|file)name\b|\bimport\s*\.\s*meta\b|\beval\b|\bmodule\s*(?:\.\s*(?!exports\b)\w|\[)|\brequire\b(?!\s*\(\s*(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`)\s*\))|\bimport\s*\(\s*(?!(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`)\s*[,)])/;

/** Import or export declarations, which exist in strict code only. */
const ES_MODULE = /^[ \t]*(?:import\b[ \t]*[\w$"'{*]|export\b[ \t]*[\w${*])/m;

const OWN_FILES = new Set(['url', 'dirname', 'filename', 'resolve']);
const HARMLESS_MODULE_PROPERTIES = new Set(['exports', 'hot']);
/** CommonJS code may return early, in a bundle too. */
const ALLOWED = /^A 'return' statement/;

/**
 * Reads the code of an npm package (JavaScript) for what would break in a bundle. Text that cannot be parsed gives
 * nothing: the bundler reports it.
 */
export function npmCodeFacts(source: string): NpmCodeFacts {
  const isStrict = startsStrict(source) || ES_MODULE.test(source);
  if (isStrict && !SUSPICIOUS.test(source)) return NOTHING;
  const asModule = parse(source, 'module');
  const isModule = asModule.errors.every(({ message }) => ALLOWED.test(message));
  const parsed = isModule ? asModule : parse(source, 'commonjs');
  if (!isModule && parsed.errors.length > 0) return NOTHING;
  const scopes = analyzeScopes(parsed.program as unknown as Program);
  return { ...usesOfSurroundings(scopes), needsSloppyMode: !isStrict && (!isModule || reliesOnSloppyMode(scopes)) };
}

/** Whether CommonJS code relies on sloppy mode, so that it would break inside of a strict ES module. */
export const needsSloppyMode = (source: string): boolean => npmCodeFacts(source).needsSloppyMode;

function parse(source: string, sourceType: 'module' | 'commonjs') {
  return parseSync('module.js', source, { lang: 'js', sourceType, preserveParens: false, showSemanticErrors: true });
}

function usesOfSurroundings(scopes: ScopeAnalysis): Omit<NpmCodeFacts, 'needsSloppyMode'> {
  let readsOwnFiles = scopes.importMetas.some(({ property }) => property === undefined || OWN_FILES.has(property));
  let loadsComputedNames = scopes.dynamicImports.some(({ source }) => !isLiteral(source));
  let usesModuleSystem = false;
  let evaluatesCode = false;
  const understood = new Set<Node>();
  for (const { reference, property } of scopes.members) {
    if (reference.variable !== undefined) continue;
    if (reference.name === 'require') {
      understood.add(reference.node);
      if (property === 'resolve') readsOwnFiles = true;
      // In an ES module program `require.main` is undefined: code that compares it with `module` goes the right way.
      else if (property !== 'main') usesModuleSystem = true;
    } else if (reference.name === 'module') {
      usesModuleSystem ||= !HARMLESS_MODULE_PROPERTIES.has(property);
    }
  }
  for (const { reference, property, node } of scopes.calls) {
    if (reference.variable !== undefined || property !== undefined) continue;
    if (reference.name === 'require' && node.arguments.length > 0 && isLiteral(node.arguments[0])) {
      understood.add(reference.node);
    } else if (reference.name === 'eval') {
      evaluatesCode = true;
    }
  }
  for (const { name, node, role, variable } of scopes.references) {
    if (variable !== undefined || role === 'typeof') continue;
    if (name === '__dirname' || name === '__filename') readsOwnFiles = true;
    else if (name === 'require' && !understood.has(node)) loadsComputedNames = true;
    // At the top level of a CommonJS module: those of the function around it.
    else if (name === 'arguments') usesModuleSystem = true;
  }
  return { readsOwnFiles, loadsComputedNames, usesModuleSystem, evaluatesCode };
}

function isLiteral(node: Node | undefined): boolean {
  if (node?.type === 'Literal') return typeof node.value === 'string';
  return node?.type === 'TemplateLiteral' && (node as ESTree.TemplateLiteral).expressions.length === 0;
}
