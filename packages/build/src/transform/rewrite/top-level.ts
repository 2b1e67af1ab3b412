import type { Program } from '../syntax/nodes.js';
import type { ModuleFacts } from '../types.js';
import type { RewriteContext } from './rewrite-context.js';

/** In sloppy code `this` of the file, and of functions called on the spot, is the global object. */
export function rewriteThis({ format, magic, options, scopes }: RewriteContext, facts: ModuleFacts): void {
  const isLinked = options.style === 'linked';
  const isSloppy = !facts.hasEsModuleSyntax && !facts.hasUseStrict;
  if (isLinked || (isSloppy && format === 'module')) {
    for (const { start, end } of scopes.topLevelThis) magic.update(start, end, 'globalThis');
  }
  if (isLinked || isSloppy) {
    for (const { node } of scopes.immediateThis) magic.update(node.start, node.end, 'globalThis');
  }
}

/** A file that returns early becomes a function that is called on the spot; its imports stay outside. */
export function wrapForReturn({ code, magic }: RewriteContext, program: Program, facts: ModuleFacts): void {
  const first = program.body[0];
  const last = program.body.at(-1);
  if (first === undefined || last === undefined) return;
  const imports = program.body.filter(({ type }) => type === 'ImportDeclaration');
  const isAsync = facts.hasTopLevelAwait;
  const open = isAsync ? 'await (async () => {\n' : '(() => {\n';
  const firstOther = program.body.find(({ type }) => type !== 'ImportDeclaration') ?? first;
  magic.prependRight(firstOther.start, open);
  for (const { start, end } of imports) {
    if (start < firstOther.start) continue;
    magic.appendLeft(end, '\n');
    magic.move(start, end, firstOther.start);
  }
  if (code.length > last.end) magic.appendRight(code.length, '');
  magic.append('\n})();\n');
}
