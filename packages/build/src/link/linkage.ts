import { readFile } from 'node:fs/promises';
import type { Arch, Project, SourcePackage } from '../project/types.js';
import { visibleSymbols } from '../project/visible-symbols.js';
import { analyzeModule } from '../transform/index.js';
import { appVariables } from './app-variables.js';
import { exportNames } from './export-names.js';
import { displayPath } from './owners.js';
import { declaredExports, isCode, mainModuleFor, type PackageLinkage, type ScopeVariables } from './package-module.js';

/** What the files of the app and of its source packages have in common, found before any of them is transformed. */
export interface LinkageTable {
  readonly packages: ReadonlyMap<string, PackageLinkage>;
  /** Names of package exports that the app assigns to: its own variables from then on, as in Meteor. */
  readonly app: ScopeVariables;
}

/** Analyses the files of all source packages: which names are package-scope variables, and what main modules export. */
export async function linkPackages(project: Project, arch: Arch): Promise<LinkageTable> {
  const packages = new Map<string, PackageLinkage>();
  for (const pkg of project.packages) {
    if (pkg.kind === 'source') packages.set(pkg.name, await linkPackage(project, pkg, arch));
  }
  return { packages, app: await appVariables(project, arch) };
}

async function linkPackage(project: Project, pkg: SourcePackage, arch: Arch): Promise<PackageLinkage> {
  const main = mainModuleFor(pkg, arch)?.file;
  const files = new Set(pkg.files.filter((file) => file.arches.includes(arch)).map((file) => file.file));
  if (main) files.add(main);
  const scope = new Set<string>();
  const reassigned = new Map<string, string>();
  let mainExports: ReadonlySet<string> = new Set();
  let mainHasDefault = false;
  const imported = visibleSymbols(project, { package: pkg.name }, arch);
  for (const file of files) {
    if (!isCode(file) || file.endsWith('.json')) continue;
    const bare = pkg.files.some((entry) => entry.file === file && entry.bare);
    const source = await readFile(file, 'utf8');
    const facts = await analyzeModule(source, file, {
      displayPath: displayPath(project, { kind: 'package', package: pkg }, file),
      style: pkg.modular ? 'module' : 'linked',
    });
    for (const name of facts.undeclaredWrites) {
      scope.add(name);
      // An import that the package assigns to: its own variable from then on, as in Meteor.
      const from = imported.get(name);
      if (from !== undefined) reassigned.set(name, from);
    }
    if (bare) for (const name of facts.topLevelDeclarations) scope.add(name);
    if (file === main) {
      mainExports = exportNames(source, file);
      // The whole of a CommonJS module is its default export.
      mainHasDefault = mainExports.has('default') || (facts.hasCommonJsExports && !facts.hasExports);
    }
  }
  for (const name of declaredExports(pkg, arch)) {
    // With a main module that re-exports everything of another one, the name may come from there.
    if (main === undefined || (!mainExports.has(name) && !mainExports.has('*'))) scope.add(name);
  }
  return { scope, reassigned, main, mainExports, mainHasDefault };
}
