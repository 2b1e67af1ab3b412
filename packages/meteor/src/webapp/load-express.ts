import { createRequire } from 'node:module';
import type { ExpressModule } from './types.js';

let loaded: ExpressModule | undefined;

/**
 * The module `express`, loaded at the first call: it takes some 80 ms and 17 to 30 MB that an app without handlers
 * need not pay, and `WebApp.handlers` must be there at once, so a dynamic import would come too late.
 *
 * A bundler resolves the free `require` (and defines it); in plain Node an ES module has none.
 */
export function loadExpress(): ExpressModule {
  loaded ??= (
    typeof require === 'function' ? require('express') : createRequire(import.meta.url)('express')
  ) as ExpressModule;
  return loaded;
}

/** The `version` in Express's package.json. */
export function expressVersion(): string {
  const packageJson = (
    typeof require === 'function'
      ? require('express/package.json')
      : createRequire(import.meta.url)('express/package.json')
  ) as { version: string };
  return packageJson.version;
}
