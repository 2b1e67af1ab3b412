import type { Host } from '@bolide/host';
import { setDefaultHost } from './current-host.js';
import { Package, type PackageRegistry } from './package-registry.js';
import { watchParent } from './parent-watch.js';
import { printFatalError } from './print-error.js';
import { readVariable } from './read-environment.js';
import { runStartupHooks } from './startup-hooks.js';

export interface RunOptions {
  /** Carries the server; default: what `setDefaultHost` was given. */
  readonly host?: Host;
  /** Arguments of `main`; default: the command line's. */
  readonly argv?: readonly string[];
  /** Ends the process; default `process.exit`. Also called when a hook or `main` fails, with 1. */
  readonly exit?: (code: number) => void;
}

/**
 * Gives the Package registry once every package and the app have been loaded. `load` is the bundle's own import of its
 * modules, for bundles that do not import them statically.
 */
export async function bootPackages(load?: () => Promise<unknown>): Promise<PackageRegistry> {
  await load?.();
  return Package;
}

/**
 * Runs the startup hooks, then `main`. `'DAEMON'` keeps the process; a number (default 0) is its exit code.
 * An error in a hook or in `main` is printed and ends the process with code 1.
 */
export async function runMain(options: RunOptions = {}): Promise<void> {
  const exit = options.exit ?? ((code: number) => process.exit(code));
  if (options.host) setDefaultHost(options.host);
  let result: unknown;
  try {
    const parent = readVariable('METEOR_PARENT_PID');
    if (parent !== undefined) watchParent(parent);
    await runStartupHooks();
    result = await findMain().call({}, ...(options.argv ?? process.argv.slice(2)));
  } catch (error) {
    printFatalError(error);
    exit(1);
    return;
  }
  if (result !== 'DAEMON') exit(typeof result === 'number' ? result : 0);
}

/** `bootPackages`, then `runMain`. */
export async function boot(options: RunOptions = {}): Promise<void> {
  await bootPackages();
  await runMain(options);
}

type Main = (this: unknown, ...argv: string[]) => unknown;

/** The one `main` that a package exports or that is global. */
function findMain(): Main {
  const mains = new Map<unknown, string>();
  const globalMain = (globalThis as { main?: unknown }).main;
  if (typeof globalMain === 'function') mains.set(globalMain, 'the global main');
  for (const [name, exports] of Object.entries(Package)) {
    if (typeof exports.main === 'function' && !mains.has(exports.main)) mains.set(exports.main, name);
  }
  if (mains.size > 1) {
    throw new Error(
      `Program has more than one main() function: ${[...mains.values()].join(', ')}. Only one may export main.`,
    );
  }
  for (const main of mains.keys()) return main as Main;
  throw new Error(
    'Program has no main() function. Add the webapp package, or export a function named main from one package.',
  );
}
