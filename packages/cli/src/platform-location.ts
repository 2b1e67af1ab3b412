import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { PackageCatalog, PlatformLocation } from '@bolide/build';

/** The packages that came with this command. */
export function platformLocation(version: string): PlatformLocation {
  const require = createRequire(import.meta.url);
  const catalogFile = require.resolve('@bolide/meteor/meteor-packages.json');
  const { packages } = JSON.parse(readFileSync(catalogFile, 'utf8')) as { packages: PackageCatalog };
  return { resolveFrom: fileURLToPath(import.meta.url), catalog: packages, generator: `bolide ${version}` };
}
