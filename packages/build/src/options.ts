import type { PackageCatalog } from './project/types.js';

/** What `bolide build` asks for; see docs/command-line.md for the flags. */
export interface BuildOptions {
  /** The app's folder, absolute. */
  readonly directory: string;
  /** The folder that will hold `bundle/`, absolute. */
  readonly output: string;
  /** Leave out the client programs. Default false. */
  readonly serverOnly?: boolean;
  /** `development` (`--debug`): not minified, client source maps served. Default `production`. */
  readonly mode?: 'production' | 'development';
  /** Client arches to build. Default: `web.browser`. */
  readonly clientArches?: readonly ClientArch[];
  /** Replace a target folder although it is not a bundle that this program wrote. Default false. */
  readonly force?: boolean;
  /** Platform that native addons must fit, as Node names them. Default: this machine's. */
  readonly target?: { readonly platform: NodeJS.Platform; readonly architecture: string };
  /** More folders with source packages, as METEOR_PACKAGE_DIRS. */
  readonly packageDirectories?: readonly string[];
  readonly platform: PlatformLocation;
  readonly reporter?: Reporter;
}

export type ClientArch = 'web.browser' | 'web.browser.legacy';

/** Where the code that Bolide itself puts into a bundle is found. */
export interface PlatformLocation {
  /** A file from which `@bolide/meteor`, `@bolide/runtime` and `@bolide/host` resolve. */
  readonly resolveFrom: string;
  readonly catalog: PackageCatalog;
  /** `bolide` and its version, for `generator` in the manifest. */
  readonly generator: string;
}

/** Hears what goes on; the command line draws it. */
export interface Reporter {
  /** A new step begins, e.g. `Linking the server`. */
  step(name: string): void;
  warning(message: string): void;
  /** Only wanted with `--verbose`. */
  detail(message: string): void;
}

export const silentReporter: Reporter = { step() {}, warning() {}, detail() {} };

export interface BuildReport {
  /** Absolute path of the bundle. */
  readonly bundle: string;
  readonly milliseconds: number;
  readonly packages: number;
  readonly modules: number;
  /** Bytes. */
  readonly serverSize: number;
  readonly clientSizes: Readonly<Record<string, number>>;
  readonly externals: readonly string[];
}
