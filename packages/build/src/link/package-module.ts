import type { Arch, Project, ProjectPackage, SourcePackage } from '../project/types.js';
import { PACKAGE, PACKAGE_BODY, PACKAGE_SCOPE } from './specifiers.js';

export type Side = 'server' | 'client';

export const sideOf = (arch: Arch): Side => (arch === 'os' ? 'server' : 'client');

/** True when the package has code of its own for that arch. */
export function hasModule(pkg: ProjectPackage, arch: Arch): boolean {
  if (pkg.kind === 'platform') return pkg[sideOf(arch)] !== undefined;
  return (
    pkg.files.some((file) => file.arches.includes(arch)) ||
    pkg.mainModules.some((main) => main.arches.includes(arch)) ||
    pkg.exports.some((symbol) => symbol.arches.includes(arch)) ||
    pkg.uses.some((use) => !use.weak && use.arches.includes(arch))
  );
}

/** The packages that are loaded on an arch, in load order. */
export const packagesFor = (project: Project, arch: Arch): readonly ProjectPackage[] =>
  project.packages.filter((pkg) => hasModule(pkg, arch));

/**
 * The module that stands for a package in the bundle: its exports, and their entry in the `Package` registry.
 * Importing the namespace keeps the registry's bindings live.
 */
export function packageModule(name: string, hasDefault: boolean): string {
  const body = JSON.stringify(PACKAGE_BODY + name);
  return [
    `import * as packageExports from ${body};`,
    `import { definePackage } from '@bolide/meteor/core-runtime';`,
    `export * from ${body};`,
    ...(hasDefault ? [`export { default } from ${body};`] : []),
    `definePackage(${JSON.stringify(name)}, packageExports);`,
    '',
  ].join('\n');
}

/** Variables that all files of a package, or of the app, share. */
export interface ScopeVariables {
  /** Names that live in the scope module. */
  readonly scope: ReadonlySet<string>;
  /** Names among them that start as another package's export → that package. */
  readonly reassigned: ReadonlyMap<string, string>;
}

/** What a package exports from where, found by analysing its files. */
export interface PackageLinkage extends ScopeVariables {
  /** Main module for the arch, if any. */
  readonly main: string | undefined;
  /** Names that the main module exports itself. */
  readonly mainExports: ReadonlySet<string>;
  readonly mainHasDefault: boolean;
}

/** The module that evaluates a source package's files in their order and gathers its exports. */
export function sourcePackageBody(project: Project, pkg: SourcePackage, arch: Arch, linkage: PackageLinkage): string {
  const lines: string[] = [];
  for (const use of pkg.uses) {
    if (use.weak || use.unordered || !use.arches.includes(arch)) continue;
    const used = project.packages.find((candidate) => candidate.name === use.name);
    if (used && hasModule(used, arch)) lines.push(`import ${JSON.stringify(PACKAGE + use.name)};`);
  }
  for (const file of pkg.files) {
    if (!file.arches.includes(arch) || file.lazy || !isCode(file.file)) continue;
    lines.push(`import ${JSON.stringify(file.file)};`);
  }
  if (linkage.main) {
    lines.push(`import ${JSON.stringify(linkage.main)};`, `export * from ${JSON.stringify(linkage.main)};`);
    if (linkage.mainHasDefault) lines.push(`export { default } from ${JSON.stringify(linkage.main)};`);
  }
  const fromScope = declaredExports(pkg, arch).filter(
    (name) => linkage.scope.has(name) && !linkage.mainExports.has(name),
  );
  if (fromScope.length > 0) {
    lines.push(`export { ${fromScope.join(', ')} } from ${JSON.stringify(PACKAGE_SCOPE + pkg.name)};`);
  }
  if (lines.length === 0) lines.push('export {};');
  return `${lines.join('\n')}\n`;
}

export const declaredExports = (pkg: SourcePackage, arch: Arch): string[] => [
  ...new Set(
    pkg.exports.filter((symbol) => symbol.arches.includes(arch) && !symbol.testOnly).map((symbol) => symbol.name),
  ),
];

export const mainModuleFor = (pkg: SourcePackage, arch: Arch): { file: string; lazy: boolean } | undefined =>
  pkg.mainModules.findLast((main) => main.arches.includes(arch));

const CODE = /\.(?:[cm]?[jt]sx?|json)$/;
export const isCode = (file: string): boolean => CODE.test(file) && !file.endsWith('.d.ts');
