/** Where code runs: `os` is the server. */
export type Arch = 'os' | 'web.browser' | 'web.browser.legacy' | 'web.cordova';

/** A Meteor app as read from its folder, before anything is compiled. Paths are absolute unless said otherwise. */
export interface Project {
  readonly directory: string;
  /** `name` in package.json, else the folder's name. */
  readonly name: string;
  /** `.meteor/release`, e.g. `METEOR@3.4`. */
  readonly release: string | undefined;
  /** First line of `.meteor/.id` that is not a comment. */
  readonly appId: string | undefined;
  readonly packageJson: PackageJson;
  /** `.meteor/platforms`; `['server', 'browser']` if there is none. */
  readonly platforms: readonly string[];
  /** All packages, platform and source, that the app uses directly or through others, in load order. */
  readonly packages: readonly ProjectPackage[];
  /**
   * Package names in load order per arch. `packages` is one order for all of them, right unless arches contradict each
   * other. Both contain every package, also one without a module on that arch.
   */
  readonly loadOrder: Readonly<Record<Arch, readonly string[]>>;
  /** Names of the packages that the app lists itself, in its order; groups are replaced by their members. */
  readonly listedByApp: readonly string[];
  /** Names of the packages whose exports the app's own files see: those it lists and what they imply. */
  readonly visibleToApp: readonly string[];
  /** The app's own code per arch. `web.browser.legacy` and `web.cordova` are like `web.browser` unless files differ. */
  readonly sources: Readonly<Record<Arch, AppSources>>;
  /** `private/`: asset key (path below `private/`, forward slashes) → file. */
  readonly assets: Readonly<Record<string, string>>;
  /** `public/`: URL path without the leading slash → file. */
  readonly publicFiles: Readonly<Record<string, string>>;
  /** Files and folders that the result depends on, for watching. */
  readonly inputs: readonly string[];
  /** Remarks for the person who builds (`steering` packages passed over are not among them). */
  readonly warnings: readonly string[];
}

export interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly meteor?: MeteorSection;
  readonly [key: string]: unknown;
}

export interface MeteorSection {
  readonly mainModule?: string | false | Readonly<Record<string, string | false>>;
  readonly testModule?: string | false | Readonly<Record<string, string | false>>;
  readonly nodeModules?: { readonly recompile?: Readonly<Record<string, boolean | string | readonly string[]>> };
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly modern?: unknown;
  readonly [key: string]: unknown;
}

export interface AppSources {
  /** The main module, if package.json names one for this arch; `false` there means "no main module, nothing eager". */
  readonly main: string | undefined;
  /** Eagerly loaded JavaScript/TypeScript modules in Meteor's load order; empty when there is a main module. */
  readonly eager: readonly string[];
  /** Those of `eager` in `client/compatibility/`: their top-level variables are global. */
  readonly bare: readonly string[];
  /** HTML files in load order; for clients only. */
  readonly html: readonly string[];
  /** Eagerly loaded style sheets (.css .less .scss .sass) in load order; for clients only. */
  readonly styles: readonly string[];
  /** With `includeTests`: the test module, or all test files if package.json names none. Otherwise empty. */
  readonly tests: readonly string[];
}

export type ProjectPackage = PlatformPackage | SourcePackage;

export interface PlatformPackage {
  readonly kind: 'platform';
  readonly name: string;
  /** From `.meteor/versions`, if it is there. */
  readonly version: string | undefined;
  /** Symbols that code which uses the package sees as free names; undefined: no module on that side. */
  readonly client: readonly string[] | undefined;
  readonly server: readonly string[] | undefined;
  readonly implies: readonly string[];
}

export interface SourcePackage {
  readonly kind: 'source';
  readonly name: string;
  readonly version: string | undefined;
  readonly summary: string | undefined;
  readonly directory: string;
  /** True for `debugOnly`, `prodOnly`, `testOnly` and `devOnly` packages: their users see no symbols of them. */
  readonly conditional: boolean;
  /** All names are those of packages in the project: groups are replaced by their members, `steering` ones left out. */
  readonly uses: readonly PackageUse[];
  readonly implies: readonly { readonly name: string; readonly arches: readonly Arch[] }[];
  readonly exports: readonly { readonly name: string; readonly arches: readonly Arch[]; readonly testOnly: boolean }[];
  /** `api.addFiles` in order. */
  readonly files: readonly PackageFile[];
  readonly mainModules: readonly { readonly file: string; readonly arches: readonly Arch[]; readonly lazy: boolean }[];
  /** Asset key (path below the package's folder) → file. */
  readonly assets: readonly { readonly key: string; readonly file: string; readonly arches: readonly Arch[] }[];
  readonly npmDependencies: Readonly<Record<string, string>>;
  /** `Npm.strip`: per npm package what can be left out. */
  readonly npmStrip: Readonly<Record<string, readonly (string | RegExp)[]>>;
  /** True when it uses `modules`, `ecmascript` or `typescript`: its files are modules; otherwise they are linked the old way. */
  readonly modular: boolean;
  /** The arches on which it is modular; usually all or none. */
  readonly modularArches: readonly Arch[];
  /** With `includeTests`: what its `onTest` function says. What the tests use is not among the project's packages. */
  readonly tests?: Pick<SourcePackage, 'uses' | 'files' | 'mainModules' | 'assets'>;
}

export interface PackageUse {
  readonly name: string;
  readonly arches: readonly Arch[];
  readonly weak: boolean;
  readonly unordered: boolean;
  /** Version constraint as written, `undefined` if none. */
  readonly constraint: string | undefined;
}

export interface PackageFile {
  /** Files of the package's own npm dependencies (`.npm/package/node_modules/…`) need not exist before the install. */
  readonly file: string;
  readonly arches: readonly Arch[];
  readonly bare: boolean;
  /** Old-style lazy files of a modular package are not evaluated unless imported. */
  readonly lazy: boolean;
}

/** What the build gets told about the platform packages; read from `meteor-packages.json` of `@bolide/meteor`. */
export type PackageCatalog = Readonly<Record<string, CatalogEntry>>;

export type CatalogEntry =
  | {
      readonly kind: 'platform';
      readonly client?: readonly string[];
      readonly server?: readonly string[];
      readonly implies?: readonly string[];
      /** Packages loaded along with it although it does not import them. */
      readonly uses?: readonly string[];
      /** Modules beside the main one: `suspense` is imported as `meteor/<name>/suspense`. */
      readonly modules?: readonly string[];
      /** npm packages that it shares with the app: the app's are used. */
      readonly peers?: readonly string[];
      /** Version of Meteor's package whose behaviour it has, if that is known. */
      readonly version?: string;
    }
  | { readonly kind: 'group'; readonly implies: readonly string[] }
  | { readonly kind: 'steering'; readonly reason: string };
