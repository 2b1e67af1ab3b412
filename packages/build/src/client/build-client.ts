import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ClientFile } from '@bolide/bundle';
import type { OutputAsset, OutputChunk, RolldownOutput } from 'rolldown';
import { BuildError } from '../build-error.js';
import { bundlerLog } from '../bundler-log.js';
import { assetName } from '../link/asset-names.js';
import { linkPackages } from '../link/linkage.js';
import { meteorPlugin } from '../link/meteor-plugin.js';
import { packagesFor } from '../link/package-module.js';
import { recompilePlugin } from '../link/recompile-plugin.js';
import { CLIENT_ENTRY } from '../link/specifiers.js';
import type { BuildOptions, ClientArch } from '../options.js';
import type { Project } from '../project/types.js';
import { fileNameOf } from '../server/chunk-names.js';
import {
  BODY_ATTRIBUTES,
  bodyAttributesModule,
  CLIENT_ENVIRONMENT,
  CLIENT_GLOBALS,
  clientEntryModule,
  clientEnvironmentModule,
  clientGlobalsModule,
  HOLD_STARTUP,
  holdStartupModule,
} from './client-entry.js';
import { type ClientProgramFiles, clientFile } from './client-program.js';
import { compress } from './compress.js';
import { nodeStubsPlugin } from './node-stubs.js';
import { gatherStaticHtml, type StaticHtml } from './static-html.js';

/** Browsers that run ES modules natively; the legacy program is for those that only know ES2015 scripts. */
const TARGETS: Record<ClientArch, string> = { 'web.browser': 'es2020', 'web.browser.legacy': 'es2015' };

/** Builds one client program with Vite: code splitting, CSS with its assets, PostCSS, Less and Sass are Vite's. */
export async function buildClient(
  project: Project,
  arch: ClientArch,
  options: BuildOptions,
  npmDirectories: ReadonlyMap<string, string>,
): Promise<ClientProgramFiles> {
  const mode = options.mode ?? 'production';
  const debug = mode === 'development';
  const sources = project.sources[arch];
  const html = gatherStaticHtml(
    await Promise.all(sources.html.map(async (path) => ({ path, text: await readFile(path, 'utf8') }))),
  );
  const output = await bundle(project, arch, options, npmDirectories, html);
  const files = new Map<string, Uint8Array>();
  const manifest: ClientFile[] = [];
  const add = async (path: string, data: Uint8Array, more: Pick<ClientFile, 'type'> & Partial<ClientFile>) => {
    files.set(path, data);
    const encodings = debug || more.where === 'internal' ? [] : await compress(path, data);
    for (const form of encodings) files.set(path + form.suffix, form.data);
    manifest.push(
      clientFile(path, data, {
        ...more,
        ...(encodings.length > 0 && {
          encodings: encodings.map(({ encoding, suffix, data: { byteLength: size } }) => ({
            encoding,
            path: path + suffix,
            size,
          })),
        }),
      }),
    );
  };
  let modules = 0;
  const chunks = output.output.filter((item): item is OutputChunk => item.type === 'chunk');
  const assets = output.output.filter((item): item is OutputAsset => item.type === 'asset');
  const maps = new Map(assets.filter(({ fileName }) => fileName.endsWith('.map')).map((map) => [map.fileName, map]));
  // The entry last: it is the script of the page; what it imports statically is only hinted.
  const entry = chunks.find((chunk) => chunk.isEntry);
  const preloaded = new Set(entry?.imports ?? []);
  for (const chunk of chunks.toSorted((a, b) => order(a, entry) - order(b, entry) || compare(a.fileName, b.fileName))) {
    modules += chunk.moduleIds.filter((id) => !id.startsWith('\0')).length;
    const map = maps.get(`${chunk.fileName}.map`);
    const loading =
      arch === 'web.browser.legacy'
        ? {}
        : chunk === entry
          ? { loading: 'module' as const }
          : preloaded.has(chunk.fileName)
            ? { loading: 'preload' as const }
            : undefined;
    if (map) files.set(map.fileName, Buffer.from(map.source));
    await add(chunk.fileName, Buffer.from(chunk.code), {
      type: loading ? 'js' : 'dynamic js',
      cacheable: true,
      url: `/${chunk.fileName}`,
      ...loading,
      ...(map && { sourceMap: map.fileName, sourceMapUrl: `/${map.fileName}` }),
    });
  }
  for (const asset of assets.toSorted((a, b) => compare(a.fileName, b.fileName))) {
    if (asset.fileName.endsWith('.map')) continue;
    const isStyleSheet = extname(asset.fileName) === '.css';
    await add(asset.fileName, Buffer.from(asset.source), {
      type: isStyleSheet ? 'css' : 'asset',
      cacheable: true,
      url: `/${asset.fileName}`,
    });
  }
  for (const [url, file] of Object.entries(project.publicFiles).sort(([a], [b]) => compare(a, b))) {
    if (files.has(url)) throw new BuildError(`public/${url} has the name of a file that the build makes.`);
    await add(`app/${url}`, await readFile(file), { type: 'asset', cacheable: false, url: `/${url}` });
  }
  for (const pkg of packagesFor(project, arch)) {
    if (pkg.kind !== 'source') continue;
    for (const { key, file, arches } of pkg.assets) {
      if (!arches.includes(arch)) continue;
      // Where Meteor serves them: `api.addAssets('images/a.png', 'client')` of `some:package`.
      const path = `packages/${fileNameOf(pkg.name)}/${key}`;
      await add(path, await readFile(file), { type: 'asset', cacheable: false, url: `/${path}` });
    }
  }
  if (html.head) await add('head.html', Buffer.from(html.head), { type: 'head', where: 'internal' });
  if (html.body) await add('body.html', Buffer.from(html.body), { type: 'body', where: 'internal' });
  return { arch, program: { format: 'web-program-pre1', manifest }, files, modules };
}

const order = (chunk: OutputChunk, entry: OutputChunk | undefined): number => (chunk === entry ? 1 : 0);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function bundle(
  project: Project,
  arch: ClientArch,
  options: BuildOptions,
  npmDirectories: ReadonlyMap<string, string>,
  html: StaticHtml,
): Promise<RolldownOutput> {
  const mode = options.mode ?? 'production';
  const debug = mode === 'development';
  // Vite is loaded only here: a server-only build does without.
  const { build } = await import('vite');
  const legacy = arch === 'web.browser.legacy';
  const packages = packagesFor(project, arch);
  const result = await build({
    root: project.directory,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    mode,
    base: './',
    cacheDir: join(project.directory, '.meteor/local/bolide/vite'),
    define: { global: 'globalThis', 'process.env.NODE_ENV': JSON.stringify(mode) },
    // Vite would go by the NODE_ENV of the shell, and React's own code by the one defined above.
    oxc: { jsx: { development: debug } },
    resolve: { extensions: ['.js', '.json', '.ts', '.tsx', '.jsx', '.mjs', '.cjs'], tsconfigPaths: true },
    plugins: [
      meteorPlugin({
        project,
        arch,
        mode,
        platform: options.platform,
        npmDirectories,
        linkages: await linkPackages(project, arch),
        contextModule: clientContextModule,
        virtualModules: new Map([
          [CLIENT_ENTRY, () => clientEntryModule(project, arch, packages)],
          [CLIENT_GLOBALS, () => clientGlobalsModule(project, arch)],
          [CLIENT_ENVIRONMENT, () => clientEnvironmentModule(mode)],
          [HOLD_STARTUP, holdStartupModule],
          [BODY_ATTRIBUTES, () => bodyAttributesModule(html.bodyAttributes)],
        ]),
      }) as never,
      recompilePlugin(project, arch, mode) as never,
      nodeStubsPlugin(project) as never,
    ],
    build: {
      write: false,
      emptyOutDir: false,
      target: TARGETS[arch],
      minify: debug ? false : 'oxc',
      cssMinify: !debug,
      cssCodeSplit: false,
      sourcemap: debug,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: { client: CLIENT_ENTRY },
        preserveEntrySignatures: false,
        shimMissingExports: true,
        output: {
          format: legacy ? 'iife' : 'es',
          ...(legacy && { codeSplitting: false }),
          strictExecutionOrder: true,
          entryFileNames: '[hash:16].js',
          chunkFileNames: '[hash:16].js',
          assetFileNames: ({ names: [name = ''], source }) => assetName(name, source),
        },
        onLog: (level, log, fallback) => bundlerLog(options.reporter, fallback)(level, log),
      },
    },
  });
  return (Array.isArray(result) ? result[0] : result) as RolldownOutput;
}

/** On the client `Npm` and `Assets` do not exist; a package that asks gets Meteor's behaviour: undefined. */
const clientContextModule = (): string => 'export const Npm = undefined;\nexport const Assets = undefined;\n';
