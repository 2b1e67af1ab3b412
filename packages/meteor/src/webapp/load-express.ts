import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ExpressModule } from './types.js';

interface Loaded {
  readonly express: ExpressModule;
  readonly packageJson: { readonly version: string };
}

/** What `bolide build` makes of `express.ts`: the file that the import below leads to, beside the one of webapp. */
const IN_BUNDLE = './webapp.express.mjs';

let loaded: Loaded | undefined;

/**
 * Loads Express when something first asks for it: it takes some 80 ms and 17 to 30 MB that an app without handlers
 * need not pay; even to parse it takes 40 ms and 10 MB on Node. `WebApp.handlers` must be there at once, so `import()`
 * would come too late; but `require` takes ES modules, too.
 */
function load(): Loaded {
  if (!loaded) {
    const require = createRequire(import.meta.url);
    loaded = existsSync(fileURLToPath(new URL(IN_BUNDLE, import.meta.url)))
      ? (require(IN_BUNDLE) as Loaded)
      : { express: require('express'), packageJson: require('express/package.json') };
  }
  return loaded;
}

export const loadExpress = (): ExpressModule => load().express;

/** The `version` in Express's package.json. */
export const expressVersion = (): string => load().packageJson.version;

/** As {@link loadExpress}, without blocking. This import is also what makes a bundler write the file. */
export async function loadExpressAsync(): Promise<ExpressModule> {
  loaded ??= (await import('./express.js')) as unknown as Loaded;
  return loaded.express;
}
