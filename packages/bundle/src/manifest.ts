/** The value of `format` in `manifest.json`. Any other value is refused by the reader. */
export const BUNDLE_FORMAT = 'esm-1';

/** `manifest.json` at the root of a bundle. Paths are relative to the bundle, with forward slashes. */
export interface Manifest {
  readonly format: typeof BUNDLE_FORMAT;
  /** What wrote the bundle, e.g. `bolide 0.1.0`. No times, no machine names: the same input gives the same bytes. */
  readonly generator: string;
  /** `.meteor/release` of the app, if it had one (`METEOR@3.4`). */
  readonly meteorRelease?: string;
  /** `.meteor/.id` of the app. */
  readonly appId?: string;
  /** The app's Git commit when it was built, if it is in a repository (`Meteor.gitCommitHash`). */
  readonly gitCommitHash?: string;
  readonly mode: 'production' | 'development';
  /** In load order. The app itself is not among them. */
  readonly packages: readonly PackageEntry[];
  readonly app: {
    readonly module: string;
    readonly assets: Readonly<Record<string, string>>;
  };
  /** Client programs by arch (`web.browser`, …): the path of each `program.json`. */
  readonly clientArches: Readonly<Record<string, string>>;
  /** npm packages left in `node_modules` instead of being bundled, and why. */
  readonly externals: Readonly<Record<string, { readonly version: string; readonly reason: string }>>;
  /** Platform that native addons were copied for, e.g. `linux-x64`; absent if there are none. */
  readonly platform?: string;
  /** Default settings written by the build (`package.json` → `meteor.settings`); METEOR_SETTINGS goes before. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** sha-256 (hex) of every other file in the bundle, by path. */
  readonly hashes: Readonly<Record<string, string>>;
}

export interface PackageEntry {
  readonly name: string;
  readonly version?: string;
  readonly kind: 'platform' | 'source' | 'adopted';
  readonly module: string;
  /** Names that the module exports. */
  readonly exports: readonly string[];
  /** Asset key → file in the bundle. */
  readonly assets: Readonly<Record<string, string>>;
}

/** `programs/<arch>/program.json`, format `web-program-pre1` as Meteor's tool writes it. */
export interface ClientProgram {
  readonly format: 'web-program-pre1';
  readonly manifest: readonly ClientFile[];
}

export interface ClientFile {
  /** Relative to the folder of `program.json`. */
  readonly path: string;
  readonly where: 'client' | 'internal';
  readonly type: 'js' | 'css' | 'asset' | 'head' | 'body' | 'dynamic js' | 'json';
  readonly cacheable?: boolean;
  readonly url?: string;
  readonly size?: number;
  readonly hash?: string;
  /** base64 of sha-512, without the prefix. */
  readonly sri?: string;
  readonly sourceMap?: string;
  readonly sourceMapUrl?: string;
  /** Bolide: `module` scripts are loaded with `<script type="module">`; `preload` ones are only hinted. */
  readonly loading?: 'module' | 'preload';
  /** Bolide: precompressed forms beside the file. */
  readonly encodings?: readonly {
    readonly encoding: 'br' | 'gzip' | 'zstd';
    readonly path: string;
    readonly size: number;
  }[];
}
