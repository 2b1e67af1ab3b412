import { basename, join, resolve } from 'node:path';
import { BuildError } from '../build-error.js';
import { appSources, NO_SOURCES, type StyleLanguages } from './app-files/app-sources.js';
import { assetFiles } from './app-files/asset-files.js';
import { meteorImports } from './app-files/meteor-imports.js';
import { type FolderContents, walkApp } from './app-files/walk-app.js';
import { ALL_ARCHES, isClientArch } from './arches.js';
import { entryModule } from './entry-modules.js';
import { isDirectory, type ListedPackage, type MeteorFolder, readMeteorFolder } from './meteor-folder.js';
import { findLocalPackages } from './package-graph/local-packages.js';
import { resolvePackages } from './package-graph/resolve-packages.js';
import { PackageScriptRunner } from './package-js/package-script-runner.js';
import { readPackageJson } from './package-json.js';
import type { AppSources, Arch, PackageCatalog, PackageJson, Project } from './types.js';

export interface ReadOptions {
  /** What `meteor-packages.json` of `@bolide/meteor` has under `packages`. */
  readonly catalog: PackageCatalog;
  /** METEOR_PACKAGE_DIRS: further folders with packages, relative to the app's folder or absolute. Default: none. */
  readonly packageDirectories?: readonly string[];
  /** The arches that are built. The others have no sources, and their main modules are not looked for. */
  readonly arches: readonly Arch[];
  /** Decides about `debugOnly`, `prodOnly` and `devOnly` packages. */
  readonly mode: 'production' | 'development';
  /** Whether test files, the test module, `onTest` functions and `testOnly` packages take part. Default: false. */
  readonly includeTests?: boolean;
}

/**
 * Reads a Meteor app from its folder: `.meteor/`, package.json, its packages and which of its files are loaded. An app
 * without `.meteor/packages` but with a `meteor` section in package.json uses the packages that `meteor-base` stands
 * for and those that its files import. Nothing is written into the folder.
 *
 * @throws BuildError naming file, value and remedy.
 */
export async function readProject(directory: string, options: ReadOptions): Promise<Project> {
  const app = resolve(directory);
  if (!(await isDirectory(app))) {
    throw new BuildError(`${app} is not a folder`, { remedy: 'Name the folder of a Meteor app.' });
  }
  const warnings = new Set<string>();
  const includeTests = options.includeTests ?? false;
  const { packageJson, meteorFolder } = await readControlFiles(app, warnings);

  const server = await walkApp(app, 'server', warnings);
  const client = await walkApp(app, 'client', warnings);
  const listed = meteorFolder?.packages ?? (await impliedList(app, [server, client], options.catalog));
  const sources = await readSources(
    app,
    packageJson,
    { server, client },
    styleLanguages(meteorFolder, packageJson),
    options,
  );
  const assets = await assetFiles(app, 'private', warnings);
  const publicFiles = await assetFiles(app, 'public', warnings);

  const runner = new PackageScriptRunner({ directory: app, includeTests });
  try {
    const local = await findLocalPackages(app, options.packageDirectories ?? [], runner);
    const resolved = await resolvePackages(listed, {
      directory: app,
      catalog: options.catalog,
      local,
      versions: meteorFolder?.versions ?? new Map(),
      mode: options.mode,
      includeTests,
      warnings,
    });
    return {
      directory: app,
      name: appName(packageJson, app),
      release: meteorFolder?.release,
      appId: meteorFolder?.appId,
      packageJson,
      platforms: meteorFolder?.platforms ?? ['server', 'browser'],
      ...resolved,
      sources,
      assets: assets.files,
      publicFiles: publicFiles.files,
      inputs: [
        ...new Set([
          join(app, 'package.json'),
          join(app, '.meteor', 'packages'),
          ...(meteorFolder?.files ?? []),
          ...server.folders,
          ...client.folders,
          ...assets.folders,
          ...publicFiles.folders,
          ...local.inputs,
        ]),
      ],
      warnings: [...warnings],
    };
  } finally {
    await runner.close();
  }
}

async function readControlFiles(
  app: string,
  warnings: Set<string>,
): Promise<{ readonly packageJson: PackageJson; readonly meteorFolder: MeteorFolder | undefined }> {
  const jsonWarnings: string[] = [];
  const packageJson = await readPackageJson(app, jsonWarnings);
  const meteorFolder = await readMeteorFolder(app);
  if (meteorFolder === undefined && packageJson?.meteor === undefined) {
    throw new BuildError(`${app} is not a Meteor app: it has no .meteor/packages, and no "meteor" in a package.json`, {
      remedy:
        'Go to the folder of an app, or write {"meteor": {"mainModule": {"client": "client/main.js", "server": "server/main.js"}}} into its package.json.',
    });
  }
  for (const warning of [...jsonWarnings, ...(meteorFolder?.warnings ?? [])]) warnings.add(warning);
  return { packageJson: packageJson ?? {}, meteorFolder };
}

/** The packages of an app that lists none. */
async function impliedList(
  app: string,
  sides: readonly FolderContents[],
  catalog: PackageCatalog,
): Promise<readonly ListedPackage[]> {
  const listed = new Map<string, ListedPackage>();
  const base = Object.hasOwn(catalog, 'meteor-base')
    ? ['meteor-base']
    : Object.hasOwn(catalog, 'meteor')
      ? ['meteor']
      : [];
  for (const name of base) listed.set(name, { name, constraint: undefined, where: 'package.json (meteor)' });
  const files = [...new Set(sides.flatMap(({ files }) => files))];
  for (const { name, where } of await meteorImports(app, files)) {
    if (!listed.has(name)) listed.set(name, { name, constraint: undefined, where });
  }
  return [...listed.values()];
}

async function readSources(
  app: string,
  packageJson: PackageJson,
  sides: { readonly server: FolderContents; readonly client: FolderContents },
  styles: StyleLanguages,
  options: ReadOptions,
): Promise<Record<Arch, AppSources>> {
  const includeTests = options.includeTests ?? false;
  const sources: [Arch, AppSources][] = [];
  for (const arch of ALL_ARCHES) {
    if (!options.arches.includes(arch)) {
      sources.push([arch, NO_SOURCES]);
      continue;
    }
    const main = await entryModule(app, packageJson, 'mainModule', arch);
    const test = includeTests ? await entryModule(app, packageJson, 'testModule', arch) : undefined;
    const { files } = isClientArch(arch) ? sides.client : sides.server;
    sources.push([arch, appSources(files, { directory: app, arch, main, test, includeTests, styles })]);
  }
  return Object.fromEntries(sources) as Record<Arch, AppSources>;
}

/** In Meteor it takes a package to compile Less or Sass; an app that lists no packages has them from npm. */
function styleLanguages(meteorFolder: MeteorFolder | undefined, packageJson: PackageJson): StyleLanguages {
  if (meteorFolder !== undefined) {
    const names = meteorFolder.packages.map(({ name }) => name);
    return { less: names.includes('less'), sass: names.some((name) => /(?:^|:)s[ac]ss$/.test(name)) };
  }
  const npm = { ...packageJson.dependencies, ...packageJson.devDependencies };
  return { less: Object.hasOwn(npm, 'less'), sass: Object.hasOwn(npm, 'sass') || Object.hasOwn(npm, 'sass-embedded') };
}

function appName(packageJson: PackageJson, app: string): string {
  const { name } = packageJson;
  // Meteor's skeletons have the placeholder ~name~ there.
  return typeof name === 'string' && name !== '' && !/^~\w+~$/.test(name) ? name : basename(app);
}
