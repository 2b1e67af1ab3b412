import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

interface Entry {
  readonly kind: string;
  readonly client?: readonly string[];
  readonly server?: readonly string[];
  readonly implies?: readonly string[];
  readonly uses?: readonly string[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
const { packages } = readJson('meteor-packages.json') as { packages: Record<string, Entry> };
const { exports } = readJson('package.json') as { exports: Record<string, { source?: string; browser?: object }> };
const platform = Object.entries(packages).filter(([, entry]) => entry.kind === 'platform');

/** Packages whose values (not only types) the sources of a package import. */
function importedPackages(folder: string): string[] {
  const found = new Set<string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!/^test/.test(entry.name)) for (const name of importedPackages(path)) found.add(name);
    } else if (/\.ts$/.test(entry.name) && !/\.(?:test|d)\.ts$/.test(entry.name)) {
      const text = readFileSync(path, 'utf8');
      for (const [, clause = '', name = ''] of text.matchAll(
        /^(?:import|export)\s+(?!type\b)([^;]*?)from\s+'@bolide\/meteor\/([a-z0-9-]+)'/gms,
      )) {
        const isTypeOnly = /^\{\s*(?:type\s+[\w\s]+,?\s*)+\}\s*$/.test(clause);
        if (!isTypeOnly) found.add(name);
      }
    }
  }
  return [...found];
}

describe('meteor-packages.json', () => {
  test.each(platform)('%s names the packages that it loads along', (name, entry) => {
    const named = new Set([name, 'core-runtime', ...(entry.uses ?? []), ...(entry.implies ?? [])]);
    expect(importedPackages(join(root, 'src', name)).filter((used) => !named.has(used))).toEqual([]);
  });

  test.each(platform)('%s has its entries in the exports map', (name, entry) => {
    const target = exports[`./${name}`];
    expect(target?.source).toBeDefined();
    expect(existsSync(join(root, target?.source ?? ''))).toBe(true);
    if (entry.client && entry.server && target?.source?.endsWith('server.ts')) expect(target.browser).toBeDefined();
  });
});
