import { enableCompileCache } from './compile-cache.js';
import { printFatalError } from './print-error.js';
import { readEnvironment, requireRootUrl } from './read-environment.js';
import { runningBundle } from './running-bundle.js';
import { readSettings } from './settings.js';
import { explainUnfinishedStart } from './unfinished-start.js';
import { waitForDebugger } from './wait-for-debugger.js';

/**
 * What a process does that is a server and nothing else, before the packages are evaluated: `index.mjs` calls it, after
 * `openBundle` and `setUpGlobals`; programs that import `server.mjs` do not. Bad variables or settings end the process
 * with code 1 and a line that names them. Then Node's compile cache and METEOR_INSPECT_BRK.
 */
export function setUpProcess(): void {
  try {
    readEnvironment();
    readSettings();
    // `webapp` would say so too, but only after the app's own start has run.
    if (runningBundle()?.manifest.packages.some(({ name }) => name === 'webapp')) requireRootUrl();
  } catch (error) {
    printFatalError(error);
    process.exit(1);
  }
  explainUnfinishedStart();
  enableCompileCache();
  waitForDebugger();
}
