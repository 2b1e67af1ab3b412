import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUNDLE_FORMAT, hashFiles, listFiles, type Manifest, type PackageEntry, stableJson } from '@bolide/bundle';
import type { ClientProgramFiles } from '../client/client-program.js';
import { copyExternals, type TargetPlatform } from '../npm/copy-externals.js';
import type { BuildOptions } from '../options.js';
import type { Project } from '../project/types.js';
import type { ServerProgram } from '../server/build-server.js';
import { fileNameOf } from '../server/chunk-names.js';
import {
  bundleModule,
  indexModule,
  mainScript,
  packageJson,
  processModule,
  serverModule,
  serverPackageJson,
  starJson,
} from './entry-files.js';

/** Where there is no `node_modules`, Bun installs what is imported from the registry, while the server runs. */
const KEEP_NODE_MODULES = 'This folder keeps Bun from installing packages at run time. Do not remove it.\n';

export interface BundleContents {
  readonly project: Project;
  readonly server: ServerProgram;
  readonly clients: readonly ClientProgramFiles[];
  readonly options: BuildOptions;
  readonly target: TargetPlatform;
}

/** Writes a whole bundle into an empty folder and returns its manifest. */
export async function writeBundle(folder: string, contents: BundleContents): Promise<Manifest> {
  const { project, server, clients, options, target } = contents;
  const write = async (path: string, data: string | Uint8Array): Promise<void> => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, data);
  };
  for (const [path, data] of server.files) await write(path, data);
  for (const client of clients) {
    for (const [path, data] of client.files) await write(`programs/${client.arch}/${path}`, data);
    await write(`programs/${client.arch}/program.json`, stableJson(client.program));
  }
  const copyAssets = async (owner: string, assets: Readonly<Record<string, string>>) => {
    const table: Record<string, string> = {};
    for (const [key, source] of Object.entries(assets)) {
      const path = `assets/${owner}/${key}`;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(source, join(folder, path));
      table[key] = path;
    }
    return table;
  };
  const packages: PackageEntry[] = [];
  for (const { name, module, exports } of server.packages) {
    const pkg = project.packages.find((candidate) => candidate.name === name);
    if (!pkg) continue;
    const assets =
      pkg.kind === 'source'
        ? Object.fromEntries(
            pkg.assets.filter((asset) => asset.arches.includes('os')).map(({ key, file }) => [key, file]),
          )
        : {};
    packages.push({
      name,
      ...(pkg.version !== undefined && { version: pkg.version }),
      kind: pkg.kind,
      module,
      exports,
      assets: await copyAssets(fileNameOf(name), assets),
    });
  }
  const appAssets = await copyAssets('app', project.assets);
  const hasAddons = await copyExternals(server.externals, server.dependenciesOf, folder, target);
  await write('node_modules/.keep', KEEP_NODE_MODULES);
  await write('bolide/bundle.mjs', bundleModule());
  await write('bolide/process.mjs', processModule());
  await write('index.mjs', indexModule(packages, server.appModule));
  await write('server.mjs', serverModule(packages, server.appModule));
  await write('package.json', stableJson(packageJson(project.name, String(project.packageJson.version ?? '0.0.0'))));
  await write('main.js', mainScript());
  await write(
    'star.json',
    stableJson(
      starJson(
        project.release,
        clients.map((client) => client.arch),
      ),
    ),
  );
  await write('programs/server/package.json', stableJson(serverPackageJson()));
  const manifest: Manifest = {
    format: BUNDLE_FORMAT,
    generator: options.platform.generator,
    ...(project.release !== undefined && { meteorRelease: project.release }),
    ...(project.appId !== undefined && { appId: project.appId }),
    mode: options.mode ?? 'production',
    packages,
    app: { module: server.appModule, assets: appAssets },
    clientArches: Object.fromEntries(clients.map(({ arch }) => [arch, `programs/${arch}/program.json`])),
    externals: Object.fromEntries(
      server.externals.map(({ name, pkg, reason }) => [name, { version: pkg.version, reason }]),
    ),
    ...(hasAddons && {
      platform: `${target.platform}-${target.architecture}`,
    }),
    ...(project.packageJson.meteor?.settings && { settings: project.packageJson.meteor.settings }),
    hashes: await hashFiles(folder, await listFiles(folder)),
  };
  await write('manifest.json', stableJson(manifest));
  return manifest;
}
