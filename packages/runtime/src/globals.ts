import { join } from 'node:path';
import { type PackageRegistry, Package as registry } from './package-registry.js';
import { runningBundle } from './running-bundle.js';
import { installSourceMaps } from './source-maps.js';

/** What the server tells its clients in the page, and what server code reads under the same name. */
export interface RuntimeConfig {
  meteorRelease?: string;
  gitCommitHash?: string;
  meteorEnv?: Record<string, string>;
  PUBLIC_SETTINGS?: Record<string, unknown>;
  ROOT_URL?: string;
  /** Path of ROOT_URL without a slash at the end: `''` or `'/app'`. */
  ROOT_URL_PATH_PREFIX?: string;
  appId?: string;
  debug?: boolean;
  [key: string]: unknown;
}

export type StartupHook = () => unknown;

/** `__meteor_bootstrap__`, for code that expects it. */
export interface Bootstrap {
  /** Hooks that wait for startup; `null` once they have run. */
  startupHooks: StartupHook[] | null;
  readonly serverDir: string;
  readonly configJson: Readonly<Record<string, unknown>>;
  readonly isFibersDisabled: true;
}

declare global {
  var Package: PackageRegistry;
  var __meteor_runtime_config__: RuntimeConfig;
  var __meteor_bootstrap__: Bootstrap;
}

/**
 * Defines `globalThis.Package`, `__meteor_runtime_config__` and `__meteor_bootstrap__`: the facade for code that
 * expects Meteor's globals. Also makes stack traces show the original sources. Called once by the bundle's first module,
 * after `openBundle`; calling it again does nothing.
 */
export function setUpGlobals(): void {
  if (globalThis.__meteor_bootstrap__ && globalThis.Package === registry) return;
  installSourceMaps();
  const bundle = runningBundle();
  const manifest = bundle?.manifest;
  globalThis.Package = registry;
  globalThis.__meteor_bootstrap__ = {
    startupHooks: [],
    serverDir: bundle ? join(bundle.directory, 'programs', 'server') : process.cwd(),
    configJson: {
      meteorRelease: manifest?.meteorRelease,
      appId: manifest?.appId,
      clientArchs: Object.keys(manifest?.clientArches ?? {}),
      clientPaths: manifest?.clientArches ?? {},
    },
    isFibersDisabled: true,
  };
  globalThis.__meteor_runtime_config__ = {
    ...(manifest?.meteorRelease !== undefined && { meteorRelease: manifest.meteorRelease }),
    ...(manifest?.gitCommitHash !== undefined && { gitCommitHash: manifest.gitCommitHash }),
    ...(manifest?.appId !== undefined && { appId: manifest.appId }),
  };
  if (!process.env.APP_ID && manifest?.appId) process.env.APP_ID = manifest.appId;
}
