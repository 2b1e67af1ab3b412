import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import {
  analyzeModule,
  INTEROP_ID,
  interopModule,
  packageScopeModule,
  SOURCE_LOCATION_ID,
  sourceLocationModule,
  transformModule,
} from '../index.js';
import type { TransformOptions } from '../types.js';

export interface GraphOptions {
  /** Path → source; `meteor/<name>` and `bolide:…` are modules of their own that are not transformed. */
  readonly files: Readonly<Record<string, string>>;
  readonly entry?: string;
  readonly options?: Partial<TransformOptions>;
  /** Options of single files. */
  readonly fileOptions?: Readonly<Record<string, Partial<TransformOptions>>>;
}

const DEFAULTS: Omit<TransformOptions, 'displayPath'> = {
  side: 'server',
  mode: 'production',
  owner: { kind: 'app' },
  style: 'module',
  symbols: new Map(),
  packageScope: new Set(),
};

/** Transform options for a file of an app. */
export function transformOptions(displayPath = 'file.js', options: Partial<TransformOptions> = {}): TransformOptions {
  return { ...DEFAULTS, displayPath, ...options };
}

/** Transforms and bundles a graph of files; returns the chunks' code by file name. */
export async function bundleModules(graph: GraphOptions): Promise<Map<string, string>> {
  const bundle = await rolldown({
    input: graph.entry ?? Object.keys(graph.files)[0] ?? 'main.js',
    platform: graph.options?.side === 'client' ? 'browser' : 'node',
    plugins: [graphPlugin(graph)],
    onLog: () => {},
  });
  try {
    const { output } = await bundle.generate({ format: 'esm', entryFileNames: 'main.mjs', sourcemap: true });
    return new Map(output.map((item) => [item.fileName, item.type === 'chunk' ? item.code : String(item.source)]));
  } finally {
    await bundle.close();
  }
}

/** Transforms, bundles and runs a graph of files; returns what the entry module exports. */
export async function runModules(graph: GraphOptions): Promise<Record<string, unknown>> {
  const temporary = await mkdtemp(join(tmpdir(), 'bolide-transform-'));
  // Below `node_modules` test runners leave files to the runtime as they are.
  const folder = join(temporary, 'node_modules/graph');
  await mkdir(folder, { recursive: true });
  try {
    for (const [name, code] of await bundleModules(graph)) await writeFile(join(folder, name), code);
    return (await import(pathToFileURL(join(folder, 'main.mjs')).href)) as Record<string, unknown>;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

function optionsOf({ options, fileOptions }: GraphOptions, path: string): TransformOptions {
  return transformOptions(path, { ...options, ...fileOptions?.[path] });
}

/** The package-scope variables of the graph's files, as the build finds them. */
function packageScopeOf(graph: GraphOptions): ReadonlySet<string> {
  const names = new Set(graph.options?.packageScope);
  if (graph.options?.owner?.kind !== 'package') return names;
  for (const [path, source] of Object.entries(graph.files)) {
    if (isVirtual(path)) continue;
    const options = optionsOf(graph, path);
    const facts = analyzeModule(source, path, options);
    for (const name of facts.undeclaredWrites) names.add(name);
    if (options.bare) for (const name of facts.topLevelDeclarations) names.add(name);
  }
  return names;
}

function isVirtual(path: string): boolean {
  return path.startsWith('meteor/') || path.startsWith('bolide:');
}

function graphPlugin(graph: GraphOptions): Plugin {
  const packageScope = packageScopeOf(graph);
  const scripts = new Map<string, string>();
  return {
    name: 'test-graph',
    resolveId(specifier, importer) {
      const script = scripts.get(specifier);
      if (script !== undefined) return { id: `./${script}`, external: true };
      if (isVirtual(specifier)) return `\0${specifier}`;
      const path = specifier.startsWith('.')
        ? posix.join(dirname(importer ?? ''), specifier)
        : specifier.replace(/^\//, '');
      return graph.files[path] === undefined ? null : path;
    },
    load(id) {
      const virtual = id.startsWith('\0') ? id.slice(1) : undefined;
      if (virtual === undefined) return { code: graph.files[id] ?? '', moduleType: 'js' };
      const given = graph.files[virtual];
      if (given !== undefined) {
        // As the build does: every package is in the registry once it is loaded.
        const name = JSON.stringify(virtual.slice('meteor/'.length));
        const registration = `import * as _self from ${JSON.stringify(virtual)};\n(globalThis.Package ??= {})[${name}] = _self;`;
        return { code: `${given}\n${registration}\n`, moduleType: 'js' };
      }
      if (virtual.startsWith('bolide:package-scope')) {
        return { code: packageScopeModule(packageScope, graph.options?.symbols), moduleType: 'js' };
      }
      if (virtual === INTEROP_ID) return { code: interopModule(), moduleType: 'js' };
      if (virtual === SOURCE_LOCATION_ID) return { code: sourceLocationModule('./'), moduleType: 'js' };
      if (virtual.startsWith('bolide:package-context')) {
        return { code: 'export const Npm = { npm: true }; export const Assets = { assets: true };', moduleType: 'js' };
      }
      return null;
    },
    transform(code, id) {
      if (id.startsWith('\0')) return null;
      const result = transformModule(code, id, { ...optionsOf(graph, id), packageScope });
      const { sloppyScript } = result;
      if (sloppyScript !== undefined) {
        const fileName = `script${scripts.size}.cjs`;
        scripts.set(sloppyScript.specifier, fileName);
        this.emitFile({ type: 'asset', fileName, source: sloppyScript.code });
      }
      return { code: result.code, map: result.map as never };
    },
  };
}
