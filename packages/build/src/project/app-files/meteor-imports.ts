import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unreadable } from '../meteor-folder.js';
import { isModuleFile } from './app-sources.js';
import { isTestFile } from './special-folders.js';

export interface MeteorImport {
  /** The package: `ejson` for `meteor/ejson`, `me:thing` for `meteor/me:thing/client.js`. */
  readonly name: string;
  /** The first file that imports it. */
  readonly where: string;
}

/**
 * The packages that files import or require as `meteor/…`, anywhere in them. Files that cannot be parsed are passed
 * over; compiling them reports what is wrong with them.
 * @param files Below `directory`, with forward slashes.
 */
export async function meteorImports(directory: string, files: readonly string[]): Promise<readonly MeteorImport[]> {
  const found = new Map<string, MeteorImport>();
  for (const path of [...files].sort()) {
    if (!isModuleFile(path) || isTestFile(path.slice(path.lastIndexOf('/') + 1))) continue;
    const text = await read(join(directory, path), directory);
    if (!text.includes('meteor/')) continue;
    for (const specifier of await specifiers(text, path)) {
      const name = /^meteor\/([^/]+)/.exec(specifier)?.[1];
      if (name !== undefined && !found.has(name)) found.set(name, { name, where: path });
    }
  }
  return [...found.values()];
}

async function read(file: string, directory: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw unreadable(file, directory, error);
  }
}

async function specifiers(text: string, path: string): Promise<readonly string[]> {
  const { parse } = await import('@babel/parser');
  const typescript = /\.[cm]?tsx?$/.test(path);
  try {
    const ast = parse(text, {
      sourceType: 'unambiguous',
      errorRecovery: true,
      allowImportExportEverywhere: true,
      allowReturnOutsideFunction: true,
      allowAwaitOutsideFunction: true,
      plugins: [
        'decorators-legacy',
        ...(typescript ? (['typescript'] as const) : []),
        ...(!typescript || path.endsWith('x') ? (['jsx'] as const) : []),
      ],
    });
    return [...importedStrings(ast.program)];
  } catch {
    return [];
  }
}

interface AnyNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

function* importedStrings(root: unknown): Generator<string> {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) pending.push(...value);
    if (!isNode(value)) continue;
    const specifier = specifierOf(value);
    if (specifier !== undefined) yield specifier;
    for (const [key, child] of Object.entries(value)) {
      if (key !== 'loc' && typeof child === 'object' && child !== null) pending.push(child);
    }
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function specifierOf(node: AnyNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return node.importKind === 'type' ? undefined : stringOf(node.source);
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.exportKind === 'type' ? undefined : stringOf(node.source);
    case 'ImportExpression':
      return stringOf(node.source);
    case 'CallExpression': {
      const { callee } = node;
      const args = node.arguments;
      if (!isNode(callee) || !Array.isArray(args)) return undefined;
      const imports = callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require');
      return imports ? stringOf(args[0]) : undefined;
    }
    default:
      return undefined;
  }
}

function stringOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'StringLiteral' ? String(node.value) : undefined;
}
