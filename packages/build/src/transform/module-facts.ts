import type * as ESTree from 'estree';
import { MODULE_VARIABLES } from './module-variables.js';
import type { ScopeAnalysis } from './scope/analyze-scopes.js';
import { mappedArguments } from './scope/mapped-arguments.js';
import type { Node } from './syntax/nodes.js';
import type { ParsedSource } from './syntax/parse-source.js';
import type { FileStyle, ModuleFacts, SourcePosition, StrictModeProblem, StrictModeProblemKind } from './types.js';

const ENVIRONMENT_NAMES = [
  'Npm',
  'Assets',
  '__dirname',
  '__filename',
  'global',
  'process',
  'Buffer',
  'require',
  'module',
  'exports',
];

/** Properties of `module` that do not give it exports. */
const HARMLESS_MODULE_PROPERTIES = new Set([
  'children',
  'dynamicImport',
  'filename',
  'hot',
  'id',
  'loaded',
  'parent',
  'paths',
]);

/** Puts together what others need to know of a file. */
export function collectFacts(
  parsed: ParsedSource,
  scopes: ScopeAnalysis,
  style: FileStyle,
  locate: (offset: number) => SourcePosition,
): ModuleFacts {
  const hasModule = style === 'module';
  const reads = new Set<string>();
  const writes = new Set<string>();
  for (const { name, variable, read, write } of scopes.references) {
    if (variable !== undefined) continue;
    if (read) reads.add(name);
    if (write && !(hasModule && MODULE_VARIABLES.has(name))) writes.add(name);
  }
  const body = parsed.program.body as Node[];
  const exports = body.filter((node) => node.type.startsWith('Export'));
  const hasEsModuleSyntax =
    exports.length > 0 || body.some((node) => node.type === 'ImportDeclaration') || scopes.importMetas.length > 0;
  return {
    freeReads: [...reads].sort(),
    undeclaredWrites: [...writes].sort(),
    topLevelDeclarations: [...scopes.program.variables.keys()].sort(),
    hasEsModuleSyntax,
    hasExports: exports.length > 0,
    hasCommonJs: hasModule && (reads.has('require') || reads.has('module') || reads.has('exports')),
    hasCommonJsExports: hasModule && usesCommonJsExports(scopes),
    hasNestedImports: scopes.nestedImports.length > 0,
    hasTopLevelAwait: scopes.topLevelAwaits.length > 0,
    hasTopLevelReturn: scopes.topLevelReturns.length > 0,
    hasUseStrict: scopes.hasUseStrict,
    strictModeProblems: hasEsModuleSyntax ? [] : strictModeProblems(scopes, locate),
    environmentNames: ENVIRONMENT_NAMES.filter((name) => reads.has(name)),
    imports: importSpecifiers(body, scopes),
    dynamicImports: literals(scopes.dynamicImports.map(({ source }) => source)),
    requires: callLiterals(scopes, 'require', undefined),
    npmRequires: callLiterals(scopes, 'Npm', 'require'),
  };
}

function usesCommonJsExports(scopes: ScopeAnalysis): boolean {
  const harmless = new Set<Node>();
  for (const { reference, property } of scopes.members) {
    if (reference.name === 'module' && HARMLESS_MODULE_PROPERTIES.has(property)) harmless.add(reference.node);
  }
  return scopes.references.some(
    ({ name, variable, node, role }) =>
      (name === 'module' || name === 'exports') && variable === undefined && role !== 'typeof' && !harmless.has(node),
  );
}

function importSpecifiers(body: readonly Node[], scopes: ScopeAnalysis): string[] {
  const sources: Node[] = [];
  for (const node of body) {
    if ('source' in node && node.source && node.type !== 'ImportExpression') sources.push(node.source as Node);
  }
  for (const { declaration } of scopes.nestedImports) sources.push(declaration.source);
  return literals(sources.sort((a, b) => a.start - b.start));
}

function callLiterals(scopes: ScopeAnalysis, name: string, property: string | undefined): string[] {
  const calls = scopes.calls.filter(
    ({ reference, property: called }) =>
      reference.name === name && reference.variable === undefined && called === property,
  );
  return literals(calls.map(({ node }) => node.arguments[0]));
}

function literals(nodes: readonly (Node | undefined)[]): string[] {
  const values = new Set<string>();
  for (const node of nodes) {
    if (node?.type === 'Literal' && typeof node.value === 'string') values.add(node.value);
    else if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) {
      values.add((node.quasis[0] as ESTree.TemplateElement).value.cooked ?? '');
    }
  }
  return [...values];
}

function strictModeProblems(scopes: ScopeAnalysis, locate: (offset: number) => SourcePosition): StrictModeProblem[] {
  const problems: { start: number; kind: StrictModeProblemKind }[] = [];
  const add = (kind: StrictModeProblemKind, nodes: readonly Node[]) => {
    for (const { start } of nodes) problems.push({ start, kind });
  };
  add('with', scopes.withStatements);
  add('legacy-octal', scopes.octals);
  add(
    'arguments-callee',
    scopes.calleeUses.map(({ node }) => node),
  );
  add('delete-name', scopes.deletedNames);
  add('duplicate-parameter', scopes.duplicateParameters);
  add(
    'reserved-word',
    [...scopes.reservedVariables].flatMap(({ identifiers }) => identifiers),
  );
  add(
    'mapped-arguments',
    mappedArguments(scopes).map(({ node }) => node),
  );
  add(
    'annex-b-function',
    scopes.blockFunctions.filter(({ usedOutside }) => usedOutside).map(({ declaration }) => declaration),
  );
  return problems.sort((a, b) => a.start - b.start).map(({ kind, start }) => ({ kind, ...locate(start) }));
}
