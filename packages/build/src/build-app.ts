import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asBuildError } from './bundler-error.js';
import { buildClient } from './client/build-client.js';
import { npmDirectories } from './npm/install-dependencies.js';
import { type BuildOptions, type BuildReport, type ClientArch, silentReporter } from './options.js';
import { readProject } from './project/read-project.js';
import type { Arch } from './project/types.js';
import { buildServer } from './server/build-server.js';
import { BundleTarget } from './write/target.js';
import { writeBundle } from './write/write-bundle.js';

const DEFAULT_ARCHES: readonly ClientArch[] = ['web.browser'];

/** Builds an app into `<output>/bundle`. Failures that the user can mend are {@link BuildError}s. */
export async function buildApp(options: BuildOptions): Promise<BuildReport> {
  const started = performance.now();
  const reporter = options.reporter ?? silentReporter;
  const clientArches = options.serverOnly ? [] : (options.clientArches ?? DEFAULT_ARCHES);
  const arches: Arch[] = ['os', ...clientArches];
  reporter.step('Reading the app');
  const project = await readProject(options.directory, {
    catalog: options.platform.catalog,
    packageDirectories: [...(options.packageDirectories ?? [])],
    arches,
    mode: options.mode ?? 'production',
  });
  for (const warning of project.warnings) reporter.warning(warning);
  const target = await BundleTarget.open(options.output, project.directory, options.force ?? false);
  try {
    const npm = await npmDirectories(project, join(project.directory, '.meteor/local/bolide'), reporter);
    reporter.step('Linking the server');
    const server = await buildServer(project, options, npm);
    const clients = [];
    for (const arch of clientArches) {
      reporter.step(`Building ${arch}`);
      clients.push(await buildClient(project, arch, options, npm));
    }
    reporter.step('Writing the bundle');
    const platform = options.target ?? { platform: process.platform, architecture: process.arch };
    const manifest = await writeBundle(target.partial, { project, server, clients, options, target: platform });
    const serverSize = await sizeOf(target.partial, Object.keys(manifest.hashes).filter(isServerCode));
    const clientSizes: Record<string, number> = {};
    for (const client of clients) {
      clientSizes[client.arch] = client.program.manifest.reduce((sum, file) => sum + (file.size ?? 0), 0);
    }
    await target.complete();
    return {
      bundle: target.final,
      milliseconds: performance.now() - started,
      packages: manifest.packages.length,
      modules: server.modules + clients.reduce((sum, client) => sum + client.modules, 0),
      serverSize,
      clientSizes,
      externals: Object.keys(manifest.externals),
    };
  } catch (error) {
    await target.discard();
    throw asBuildError(error);
  }
}

/** Code that the server loads: modules of the bundle itself, not maps, assets or client files. */
const isServerCode = (path: string): boolean => /\.(?:mjs|cjs|js)$/.test(path) && !path.startsWith('programs/');

async function sizeOf(folder: string, paths: readonly string[]): Promise<number> {
  let sum = 0;
  for (const path of paths) sum += (await stat(join(folder, path))).size;
  return sum;
}
