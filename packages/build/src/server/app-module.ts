import { PACKAGE } from '../link/specifiers.js';
import type { Arch, Project, SourcePackage } from '../project/types.js';

/** The app's entry: all its packages first, then its main module or its eager files in load order. */
export function appModule(project: Project, arch: Arch, packages: readonly { readonly name: string }[]): string {
  const sources = project.sources[arch];
  const files = sources.main === undefined ? sources.eager : [sources.main];
  return [
    ...packages.map((pkg) => `import ${JSON.stringify(PACKAGE + pkg.name)};`),
    ...files.map((file) => `import ${JSON.stringify(file)};`),
    'export {};',
    '',
  ].join('\n');
}

/** `Npm` and `Assets` of one package, or of the app, in module scope. */
export function serverContextModule(project: Project, packageName: string | undefined): string {
  const pkg = project.packages.find(
    (candidate): candidate is SourcePackage => candidate.kind === 'source' && candidate.name === packageName,
  );
  const name = JSON.stringify(packageName ?? null);
  const table = Object.keys(pkg?.npmDependencies ?? {})
    .sort()
    .map((npm) => `  ${JSON.stringify(npm)}: () => require(${JSON.stringify(npm)}),`);
  return [
    `import { packageContext, registerNpm } from '@bolide/runtime';`,
    ...(table.length > 0 ? [`registerNpm(${name}, {`, ...table, '});'] : []),
    `export const { Npm, Assets } = packageContext(${name});`,
    ...(table.length > 0 ? [] : ['void registerNpm;']),
    '',
  ].join('\n');
}
