import { BuildError } from '../build-error.js';
import type { Arch, Project, ProjectPackage } from './types.js';

/**
 * The symbols that code sees as free names because packages export them.
 *
 * @param user A package, or the app.
 * @returns Symbol → name of the package it comes from, on this arch. Exports of the packages that the user names
 *   (weak and unordered uses excepted, as in Meteor) and of all that these imply. What the user itself exports is not among them.
 * @throws BuildError if two packages export the same symbol to the user. If one of the two implies the other, it passes
 *   that one's symbol on and the latter is taken.
 */
export function visibleSymbols(
  project: Project,
  user: { readonly package: string } | 'app',
  arch: Arch,
): Map<string, string> {
  const packages = new Map(project.packages.map((found) => [found.name, found]));
  const used = user === 'app' ? project.listedByApp : usedNames(packages.get(user.package), user.package, arch);
  const own = new Set(user === 'app' ? [] : exportsOf(packages.get(user.package), arch));
  const symbols = new Map<string, string>();
  for (const name of withImplied(used, packages, arch)) {
    if (user !== 'app' && name === user.package) continue;
    for (const symbol of exportsOf(packages.get(name), arch)) {
      if (own.has(symbol)) continue;
      const other = symbols.get(symbol);
      symbols.set(symbol, other === undefined ? name : theOneImplied(other, name, symbol, user, packages, arch));
    }
  }
  return symbols;
}

type Packages = ReadonlyMap<string, ProjectPackage>;

function usedNames(user: ProjectPackage | undefined, name: string, arch: Arch): readonly string[] {
  if (user === undefined) throw new Error(`no package ${name} in the project`);
  if (user.kind === 'platform') return [];
  // What is used unordered may be loaded later, so Meteor only offers it as Package['name'].
  return user.uses.filter((use) => !use.weak && !use.unordered && use.arches.includes(arch)).map((use) => use.name);
}

function withImplied(names: readonly string[], packages: Packages, arch: Arch): ReadonlySet<string> {
  const all = new Set(names);
  // A set that grows while it is gone through also yields what was added.
  for (const name of all) for (const implied of impliedBy(packages.get(name), arch)) all.add(implied);
  return all;
}

function impliedBy(found: ProjectPackage | undefined, arch: Arch): readonly string[] {
  if (found === undefined) return [];
  if (found.kind === 'platform') return found.implies;
  return found.implies.filter(({ arches }) => arches.includes(arch)).map(({ name }) => name);
}

function exportsOf(found: ProjectPackage | undefined, arch: Arch): readonly string[] {
  if (found === undefined) return [];
  if (found.kind === 'platform') return (arch === 'os' ? found.server : found.client) ?? [];
  // Nobody may count on a package that is not in every build, so Meteor only offers it as Package['name'].
  if (found.conditional) return [];
  return found.exports.filter(({ arches, testOnly }) => !testOnly && arches.includes(arch)).map(({ name }) => name);
}

function theOneImplied(
  a: string,
  b: string,
  symbol: string,
  user: { readonly package: string } | 'app',
  packages: Packages,
  arch: Arch,
): string {
  if (withImplied([a], packages, arch).has(b)) return b;
  if (withImplied([b], packages, arch).has(a)) return a;
  const who = user === 'app' ? 'the app' : `the package ${user.package}`;
  throw new BuildError(`${a} and ${b} both export ${symbol} to ${who} (${arch})`, {
    remedy: `Remove one of the two packages where ${who} names them, or use one weakly and take its symbol from Package['${b}'].`,
  });
}
