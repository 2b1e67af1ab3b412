import { sep } from 'node:path';
import { type OutputChunk, type RolldownOutput, rolldown } from 'rolldown';
import { meteorPlugin } from '../link/meteor-plugin.js';
import { packagesFor } from '../link/package-module.js';
import { APP_ENTRY, PACKAGE, virtualSpecifier } from '../link/specifiers.js';
import { ExternalPolicy } from '../npm/external-policy.js';
import { npmPackageOf } from '../npm/npm-package.js';
import type { BuildOptions } from '../options.js';
import type { Project } from '../project/types.js';
import { appModule, serverContextModule } from './app-module.js';
import { type ExternalPackage, npmPlugin } from './npm-plugin.js';

export interface ServerProgram {
  /** Path in the bundle → text or bytes. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Package name → its module and what that exports, in load order. */
  readonly packages: readonly { readonly name: string; readonly module: string; readonly exports: readonly string[] }[];
  readonly appModule: string;
  readonly externals: readonly ExternalPackage[];
  readonly modules: number;
}

const RUNTIME_ENTRY = 'bolide/runtime';
const HOSTS = { node: 'bolide/host-node', bun: 'bolide/host-bun' } as const;
/** Entries of packages are called so until it is known whether a module of its own stands for them. */
const FACADE = 'facade/';

/** Links the app, its packages and the npm code they use into ES modules for the server. */
export async function buildServer(
  project: Project,
  options: BuildOptions,
  npmDirectories: ReadonlyMap<string, string>,
): Promise<ServerProgram> {
  const packages = packagesFor(project, 'os');
  const external = project.packageJson.bolide as { external?: string[] } | undefined;
  const externals = new Map<string, ExternalPackage>();
  const mode = options.mode ?? 'production';
  const build = await rolldown({
    cwd: project.directory,
    platform: 'node',
    input: {
      [RUNTIME_ENTRY]: '@bolide/runtime',
      [HOSTS.node]: '@bolide/host/node',
      [HOSTS.bun]: '@bolide/host/bun',
      ...Object.fromEntries(packages.map((pkg) => [FACADE + fileNameOf(pkg.name), PACKAGE + pkg.name])),
      'app/main': APP_ENTRY,
    },
    preserveEntrySignatures: 'allow-extension',
    resolve: {
      extensions: ['.js', '.json', '.ts', '.tsx', '.jsx', '.mjs', '.cjs'],
      mainFields: ['main', 'module'],
      conditionNames: ['node', 'default'],
    },
    treeshake: { moduleSideEffects: true },
    plugins: [
      meteorPlugin({
        project,
        arch: 'os',
        mode,
        platform: options.platform,
        npmDirectories,
        contextModule: (name) => serverContextModule(project, name),
        virtualModules: new Map([[APP_ENTRY, () => appModule(project, 'os', packages)]]),
      }),
      npmPlugin(new ExternalPolicy(external?.external ?? []), externals),
    ],
    onLog(level, log, defaultHandler) {
      if (level === 'warn') options.reporter?.detail(log.message);
      else if (level !== 'debug' && level !== 'info') defaultHandler(level, log);
    },
  });
  try {
    const groupOf = chunkNamer(project);
    const output = await build.generate({
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: (chunk) => (chunk.name.includes('/') ? '[name].mjs' : 'app/[name].mjs'),
      minifyInternalExports: false,
      // Code runs in the order of the imports although it is split over several files; only what needs it is wrapped.
      strictExecutionOrder: true,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'house', name: groupOf }],
      },
    });
    return collect(output, packages, [...externals.values()]);
  } finally {
    await build.close();
  }
}

/** Which file of the bundle a module goes into; `null`: wherever its importers are. */
function chunkNamer(project: Project): (id: string) => string | null {
  return (id) => {
    const specifier = virtualSpecifier(id);
    if (specifier !== undefined) {
      const match = /^bolide:package(?:-body|-scope|-context)?\/(.+)$/.exec(specifier);
      if (match?.[1]) return `packages/${fileNameOf(match[1])}`;
      if (specifier.startsWith('bolide:external')) return 'npm/external';
      return null;
    }
    for (const pkg of project.packages) {
      if (pkg.kind === 'source' && id.startsWith(pkg.directory + sep) && !id.includes(`${sep}node_modules${sep}`)) {
        return `packages/${fileNameOf(pkg.name)}`;
      }
    }
    const npm = npmPackageOf(id);
    if (npm?.name.startsWith('@bolide/')) {
      const path = id
        .slice(npm.directory.length + 1)
        .replaceAll('\\', '/')
        .split('/')
        .slice(1);
      if (npm.name === '@bolide/meteor') return `packages/${path[0]}`;
      if (npm.name === '@bolide/host') return path[0] === 'node' || path[0] === 'bun' ? HOSTS[path[0]] : 'bolide/host';
      return RUNTIME_ENTRY;
    }
    if (id.includes(`${sep}node_modules${sep}`) && npm) return `npm/${npm.name}@${npm.version}`;
    return null;
  };
}

/** `ostrio:flow-router-extra` → `ostrio_flow-router-extra`, as Meteor names the files of packages. */
export const fileNameOf = (packageName: string): string => packageName.replaceAll(':', '_');

function collect(
  output: RolldownOutput,
  packages: readonly { name: string }[],
  externals: readonly ExternalPackage[],
): ServerProgram {
  const files = new Map<string, string | Uint8Array>();
  const chunks = new Map<string, OutputChunk>();
  let modules = 0;
  for (const item of output.output) {
    if (item.type === 'chunk') {
      chunks.set(item.fileName, item);
      modules += item.moduleIds.filter((id) => !id.startsWith('\0')).length;
    } else if (!item.fileName.startsWith(FACADE)) files.set(item.fileName, item.source);
  }
  const entries = packages.map(({ name }) => {
    const facadeName = `${FACADE}${fileNameOf(name)}.mjs`;
    const moduleName = `packages/${fileNameOf(name)}.mjs`;
    const facade = chunks.get(facadeName);
    const module = chunks.get(moduleName);
    if (!facade || !module) throw new Error(`The linker made no module for package ${name}.`);
    // A facade that only passes exports on is not needed: the package's own module has them all.
    if (facade.exports.every((symbol) => module.exports.includes(symbol)) && !/\binit_/.test(facade.code)) {
      chunks.delete(facadeName);
    }
    return { name, module: chunks.has(facadeName) ? facadeName : moduleName, exports: [...facade.exports].sort() };
  });
  for (const [fileName, chunk] of chunks) files.set(fileName, chunk.code);
  return { files, packages: entries, appModule: 'app/main.mjs', externals, modules };
}
