import { join, posix } from 'node:path';
import { type OutputChunk, type RolldownOutput, rolldown } from 'rolldown';
import { bundlerLog } from '../bundler-log.js';
import { meteorPlugin } from '../link/meteor-plugin.js';
import { packagesFor } from '../link/package-module.js';
import { APP_ENTRY, PACKAGE } from '../link/specifiers.js';
import { ExternalPolicy } from '../npm/external-policy.js';
import type { BuildOptions } from '../options.js';
import type { Project } from '../project/types.js';
import type { SloppyScript } from '../transform/index.js';
import { appModule, serverContextModule } from './app-module.js';
import { chunkNamer, HOST_BUN, HOST_NODE, lazyChunkFolder, packageChunk, RUNTIME } from './chunk-names.js';
import { addPublicNames } from './export-aliases.js';
import { jsonPlugin } from './json-plugin.js';
import { type ExternalPackage, npmPlugin } from './npm-plugin.js';
import { sourcePathTransform } from './source-paths.js';

export interface ServerProgram {
  /** Path in the bundle → text or bytes. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  /** Package name → its module and what that exports, in load order. */
  readonly packages: readonly { readonly name: string; readonly module: string; readonly exports: readonly string[] }[];
  readonly appModule: string;
  readonly externals: readonly ExternalPackage[];
  readonly modules: number;
}

/** Entries are called so until it is known that the module behind them has all their exports. */
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
  const sloppyScripts = new Map<string, string>();
  const mode = options.mode ?? 'production';
  const build = await rolldown({
    cwd: project.directory,
    platform: 'node',
    input: {
      [FACADE + RUNTIME]: '@bolide/runtime',
      [FACADE + HOST_NODE]: '@bolide/host/node',
      [FACADE + HOST_BUN]: '@bolide/host/bun',
      ...Object.fromEntries(packages.map((pkg) => [FACADE + packageChunk(pkg.name), PACKAGE + pkg.name])),
      'app/main': APP_ENTRY,
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
        mode,
        platform: options.platform,
        npmDirectories,
        contextModule: (name) => serverContextModule(project, name),
        onSloppyScript: (file, script) => writeSloppyScript(sloppyScripts, `sloppy/${file}`, script),
        virtualModules: new Map([[APP_ENTRY, () => appModule(project, 'os', packages)]]),
      }),
      jsonPlugin(),
      npmPlugin(new ExternalPolicy(external?.external ?? []), externals),
    ],
    onLog: (level, log, fallback) => bundlerLog(options.reporter, fallback)(level, log),
  });
  try {
    // Nothing is written there: file names in maps are relative to it.
    const outputFolder = join(project.directory, 'bundle');
    const output = await build.generate({
      dir: outputFolder,
      format: 'esm',
      sourcemap: true,
      entryFileNames: '[name].mjs',
      chunkFileNames: (chunk) => `${lazyChunkFolder(project, chunk)}[name].mjs`,
      sourcemapPathTransform: sourcePathTransform(project, outputFolder),
      minifyInternalExports: false,
      // Tells Bun that there is nothing to transpile, and to look for the source map.
      banner: '// @bun',
      // Source maps have them all; engines read every byte.
      comments: { legal: true, annotation: false, jsdoc: false },
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: 'bundle layout', name: chunkNamer(project) }],
      },
    });
    const program = collect(output, packages, [...externals.values()]);
    return { ...program, files: new Map([...program.files, ...sloppyScripts]) };
  } finally {
    await build.close();
  }
}

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
  /** The file behind an entry, under the public names; the entry itself is not needed then. */
  const settle = (name: string): { module: string; exports: readonly string[] } => {
    const entry = chunks.get(`${FACADE}${name}.mjs`);
    const module = `${name}.mjs`;
    const chunk = chunks.get(module);
    if (!entry || !chunk) throw new Error(`The linker made no file ${module}`);
    const code = addPublicNames(module, chunk.code, entry.fileName, entry.code);
    if (code === undefined) throw new Error(`The linker made more of ${module} than one file:\n${entry.code}`);
    files.set(module, markForBun(code));
    chunks.delete(entry.fileName);
    chunks.delete(module);
    return { module, exports: [...entry.exports].sort() };
  };
  for (const name of [RUNTIME, HOST_NODE, HOST_BUN]) settle(name);
  const entries = packages.map(({ name }) => ({ name, ...settle(packageChunk(name)) }));
  for (const [fileName, chunk] of chunks) files.set(fileName, markForBun(chunk.code));
  return { files, packages: entries, appModule: 'app/main.mjs', externals, modules };
}

/** Bun takes files with its mark for Latin-1, so those that are not ASCII go without. The line stays, for the maps. */
function markForBun(code: string): string {
  return /\P{ASCII}/u.test(code) ? code.replace(/^\/\/ @bun$/m, '//') : code;
}

/** A script that stays outside of the linked modules, with its source map beside it. */
function writeSloppyScript(files: Map<string, string>, path: string, { code, map }: SloppyScript): void {
  const up = posix.relative(posix.dirname(path), '.');
  const sources = map.sources.map((source) => posix.join(up, source));
  files.set(path, `${code}\n//# sourceMappingURL=${posix.basename(path)}.map\n`);
  files.set(`${path}.map`, JSON.stringify({ ...map, sources }));
}
