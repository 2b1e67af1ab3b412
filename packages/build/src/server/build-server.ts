import { join, posix } from 'node:path';
import { type OutputChunk, type RolldownOutput, rolldown } from 'rolldown';
import { bundlerLog } from '../bundler-log.js';
import { type LinkageTable, linkPackages } from '../link/linkage.js';
import { meteorPlugin } from '../link/meteor-plugin.js';
import { packagesFor } from '../link/package-module.js';
import { recompilePlugin } from '../link/recompile-plugin.js';
import { APP_ENTRY, PACKAGE } from '../link/specifiers.js';
import { type ExternalPackage, ExternalPlan } from '../npm/external-plan.js';
import type { NpmPackage } from '../npm/npm-package.js';
import type { Dependency } from '../npm/package-dependencies.js';
import type { BuildOptions } from '../options.js';
import type { Project } from '../project/types.js';
import type { SloppyScript } from '../transform/index.js';
import { appModule as appEntryModule, serverContextModule } from './app-module.js';
import { assetPlugin } from './asset-plugin.js';
import { APP_MAIN, chunkNamer, HOST_BUN, HOST_NODE, lazyChunkFolder, packageChunk, RUNTIME } from './chunk-names.js';
import { addPublicNames } from './export-aliases.js';
import { finishCode } from './finish-code.js';
import { jsonPlugin } from './json-plugin.js';
import { npmPlugin } from './npm-plugin.js';
import { sourcePathTransform } from './source-paths.js';

export interface ServerProgram {
  /** Path in the bundle → text or bytes. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Package name → its module and what that exports, in load order. */
  readonly packages: readonly { readonly name: string; readonly module: string; readonly exports: readonly string[] }[];
  readonly appModule: string;
  readonly externals: readonly ExternalPackage[];
  /** All npm packages that one of `externals`, or of what they depend on, may load. */
  readonly dependenciesOf: (pkg: NpmPackage) => readonly Dependency[];
  readonly modules: number;
}

/** What an entry is called beside the file that has its code: `packages/x.exports` for `packages/x`. */
const entryName = (name: string): string => `${name}.exports`;

/** Ends the linking of a round whose result is of no use. */
class AnotherRound extends Error {}

/** More rounds than any app needs. */
const MAXIMUM_ROUNDS = 8;

/** Links the app, its packages and the npm code they use into ES modules for the server. */
export async function buildServer(
  project: Project,
  options: BuildOptions,
  npmDirectories: ReadonlyMap<string, string>,
): Promise<ServerProgram> {
  const { dependencies, optionalDependencies, bolide } = project.packageJson;
  const appDependencies = new Set(Object.keys({ ...dependencies, ...(optionalDependencies as object | undefined) }));
  const plan = new ExternalPlan({
    directory: project.directory,
    listed: (bolide as { external?: string[] } | undefined)?.external ?? [],
    appDependencies,
  });
  const linkages = await linkPackages(project, 'os');
  for (let round = 1; ; round++) {
    plan.startRound();
    try {
      return await linkServer({ project, options, npmDirectories, plan, appDependencies, linkages });
    } catch (error) {
      if (!isAnotherRound(error) || round === MAXIMUM_ROUNDS) throw error;
    }
  }
}

interface Round {
  readonly project: Project;
  readonly options: BuildOptions;
  readonly npmDirectories: ReadonlyMap<string, string>;
  readonly plan: ExternalPlan;
  readonly appDependencies: ReadonlySet<string>;
  readonly linkages: LinkageTable;
}

async function linkServer(round: Round): Promise<ServerProgram> {
  const { project, options, npmDirectories, plan, appDependencies, linkages } = round;
  const packages = packagesFor(project, 'os');
  const sloppyScripts = new Map<string, string>();
  const awaiting = new Set<string>();
  // Nothing is written there: file names in maps are relative to it.
  const outputFolder = join(project.directory, 'bundle');
  const build = await rolldown({
    cwd: project.directory,
    platform: 'node',
    input: {
      [entryName(RUNTIME)]: '@bolide/runtime',
      [entryName(HOST_NODE)]: '@bolide/host/node',
      [entryName(HOST_BUN)]: '@bolide/host/bun',
      ...Object.fromEntries(packages.map((pkg) => [entryName(packageChunk(pkg.name)), PACKAGE + pkg.name])),
      [entryName(APP_MAIN)]: APP_ENTRY,
    },
    preserveEntrySignatures: 'allow-extension',
    resolve: {
      extensions: ['.js', '.json', '.ts', '.tsx', '.jsx', '.mjs', '.cjs'],
      mainFields: ['main', 'module'],
      conditionNames: ['node', 'default'],
    },
    // In Meteor an import of a name that does not exist is undefined.
    shimMissingExports: true,
    treeshake: { moduleSideEffects: true },
    // Comments with module paths would make the bytes depend on where the app lies.
    // Chunk optimization would put packages into the files of their entries.
    experimental: { attachDebugInfo: 'none', chunkOptimization: false },
    plugins: [
      meteorPlugin({
        project,
        arch: 'os',
        mode: options.mode ?? 'production',
        platform: options.platform,
        npmDirectories,
        linkages,
        contextModule: (name) => serverContextModule(project, name),
        onTopLevelAwait: (id) => awaiting.add(id),
        onSloppyScript: (file, script) => writeSloppyScript(sloppyScripts, `sloppy/${file}`, script),
        virtualModules: new Map([[APP_ENTRY, () => appEntryModule(project, 'os', packages)]]),
      }),
      recompilePlugin(project, 'os', options.mode ?? 'production'),
      jsonPlugin(),
      assetPlugin(project),
      npmPlugin({ project, plan, appDependencies }),
      {
        name: 'bolide:rounds',
        buildEnd(error) {
          if (!error && plan.settle()) throw new AnotherRound();
        },
      },
    ],
    onLog: (level, log, fallback) => bundlerLog(options.reporter, fallback)(level, log),
  });
  try {
    const output = await build.generate({
      dir: outputFolder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: (chunk) => `${lazyChunkFolder(project, chunk)}[name].mjs`,
      sourcemapPathTransform: sourcePathTransform(project, outputFolder),
      minifyInternalExports: false,
      // Bun takes files with its mark for Latin-1: what can be escaped is.
      charset: 'ascii',
      // Tells Bun that there is nothing to transpile, and to look for the source map.
      banner: '// @bun',
      // Source maps have them all; engines read every byte.
      comments: { legal: true, annotation: false, jsdoc: false },
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'bundle layout', name: chunkNamer(project, awaiting) }],
      },
    });
    const program = collect(output, packages);
    return {
      ...program,
      files: new Map([...program.files, ...sloppyScripts]),
      externals: plan.externals(),
      dependenciesOf: (pkg) => plan.dependenciesOf(pkg),
    };
  } finally {
    await build.close();
  }
}

/** The bundler wraps what plugins throw. */
function isAnotherRound(error: unknown): boolean {
  if (error instanceof AnotherRound) return true;
  const { cause, errors = [] } = error as { cause?: unknown; errors?: readonly unknown[] };
  return [cause, ...errors].some((inner) => typeof inner === 'object' && inner !== null && isAnotherRound(inner));
}

function collect(
  output: RolldownOutput,
  packages: readonly { name: string }[],
): Omit<ServerProgram, 'externals' | 'dependenciesOf'> {
  const files = new Map<string, string | Uint8Array>();
  const chunks = new Map<string, OutputChunk>();
  let modules = 0;
  for (const item of output.output) {
    if (item.type === 'chunk') {
      chunks.set(item.fileName, item);
      modules += item.moduleIds.filter((id) => !id.startsWith('\0')).length;
    } else files.set(item.fileName, item.source);
  }
  /** The file that has an entry's exports under their public names. */
  const settle = (name: string): { module: string; exports: readonly string[] } => {
    const entry = chunks.get(`${entryName(name)}.mjs`);
    const module = `${name}.mjs`;
    const chunk = chunks.get(module);
    if (!entry || !chunk) throw new Error(`The linker made no file ${module}`);
    const exports = [...entry.exports].sort();
    const code = addPublicNames(module, chunk.code, entry.fileName, entry.code);
    // An entry with code of its own, such as the default export of a CommonJS module, stays beside.
    if (code === undefined) return { module: entry.fileName, exports };
    files.set(module, finishCode(module, code));
    files.delete(`${entry.fileName}.map`);
    chunks.delete(entry.fileName);
    chunks.delete(module);
    return { module, exports };
  };
  for (const name of [RUNTIME, HOST_NODE, HOST_BUN]) settle(name);
  const { module: appModule } = settle(APP_MAIN);
  const entries = packages.map(({ name }) => ({ name, ...settle(packageChunk(name)) }));
  for (const [fileName, chunk] of chunks) files.set(fileName, finishCode(fileName, chunk.code));
  return { files, packages: entries, appModule, modules };
}

/** A script that stays outside of the linked modules, with its source map beside it. */
function writeSloppyScript(files: Map<string, string>, path: string, { code, map }: SloppyScript): void {
  const up = posix.relative(posix.dirname(path), '.');
  const sources = map.sources.map((source) => posix.join(up, source));
  files.set(path, `${code}\n//# sourceMappingURL=${posix.basename(path)}.map\n`);
  files.set(`${path}.map`, JSON.stringify({ ...map, sources }));
}
