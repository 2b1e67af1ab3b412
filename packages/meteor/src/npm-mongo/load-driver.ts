import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Mongodb from 'mongodb';

interface Loaded {
  readonly mongodb: typeof Mongodb;
}

/** What `bolide build` makes of `driver.ts`: the file that the import below leads to, beside the one of npm-mongo. */
const IN_BUNDLE = './npm-mongo.driver.mjs';

let loaded: Loaded | undefined;

/**
 * Loads the driver when something first asks for it: it takes some 100 ms that an app without collections need not pay.
 * `rawCollection()` and the classes of the driver must be there at once, so `import()` would come too late; but
 * `require` takes ES modules, too.
 */
function load(): Loaded {
  if (!loaded) {
    const require = createRequire(import.meta.url);
    loaded = existsSync(fileURLToPath(new URL(IN_BUNDLE, import.meta.url)))
      ? (require(IN_BUNDLE) as Loaded)
      : { mongodb: require('mongodb') };
  }
  return loaded;
}

export const loadDriver = (): typeof Mongodb => load().mongodb;

/** As {@link loadDriver}, without blocking. This import is also what makes a bundler write the file. */
export async function loadDriverAsync(): Promise<typeof Mongodb> {
  loaded ??= (await import('./driver.js')) as unknown as Loaded;
  return loaded.mongodb;
}
