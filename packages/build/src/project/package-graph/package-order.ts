import { BuildError } from '../../build-error.js';
import { ALL_ARCHES } from '../arches.js';
import type { Arch } from '../types.js';

/** That a package is to be loaded after another one. */
export interface PackageEdge {
  readonly to: string;
  /** False for weak uses and implications: they count as long as they make no cycle. */
  readonly required: boolean;
  /** The `api.use`, for messages: `packages/foo/package.js:7`. */
  readonly where: string | undefined;
}

export interface PackageOrder {
  /** One order for all arches. If two arches contradict each other, the server's wins. */
  readonly merged: readonly string[];
  readonly byArch: Readonly<Record<Arch, readonly string[]>>;
}

/**
 * Puts packages after those that they need, otherwise in the order of `roots` and of each package's own list.
 *
 * @param roots Packages that the app lists, in its order.
 * @param all All packages. Those that no root leads to (they are used `unordered`) come last.
 * @throws BuildError with the path of a cycle of required edges, if there is one on any arch.
 */
export function orderPackages(
  roots: readonly string[],
  all: readonly string[],
  edges: (name: string, arch: Arch) => readonly PackageEdge[],
): PackageOrder {
  const start = [...new Set([...roots, ...all])];
  const orderFor = (arch: Arch) => {
    const ofArch = (name: string) => edges(name, arch);
    refuseCycle(start, ofArch);
    return sort(start, ofArch);
  };
  const byArch = {
    os: orderFor('os'),
    'web.browser': orderFor('web.browser'),
    'web.browser.legacy': orderFor('web.browser.legacy'),
    'web.cordova': orderFor('web.cordova'),
  };
  // Client edges join the server's order as mere wishes, because the two together may have a cycle.
  const merged = sort(start, (name) => [
    ...edges(name, 'os'),
    ...ALL_ARCHES.filter((arch) => arch !== 'os').flatMap((arch) =>
      edges(name, arch).map((edge) => ({ ...edge, required: false })),
    ),
  ]);
  return { merged, byArch };
}

/** Depth first. There must be no cycle of required edges. */
function sort(start: readonly string[], edges: (name: string) => readonly PackageEdge[]): string[] {
  const reach = requiredReach(edges);
  const order = new Set<string>();
  const stack = new Set<string>();
  const visit = (name: string) => {
    if (order.has(name) || stack.has(name)) return;
    stack.add(name);
    for (const { to, required } of edges(name)) {
      // A wish is followed unless it would lead back to a package that is waiting for its own needs.
      if (required || !intersects(reach(to), stack)) visit(to);
    }
    stack.delete(name);
    order.add(name);
  };
  for (const name of start) visit(name);
  return [...order];
}

/** Gives for a package itself and all that it needs, directly or not. */
function requiredReach(edges: (name: string) => readonly PackageEdge[]): (name: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (name) => {
    let reach = known.get(name);
    if (reach === undefined) {
      const names = new Set([name]);
      for (const current of names) for (const { to, required } of edges(current)) if (required) names.add(to);
      reach = names;
      known.set(name, reach);
    }
    return reach;
  };
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const element of a) if (b.has(element)) return true;
  return false;
}

function refuseCycle(start: readonly string[], edges: (name: string) => readonly PackageEdge[]): void {
  const done = new Set<string>();
  const path: { readonly name: string; readonly where: string | undefined }[] = [];
  const visit = (name: string, where: string | undefined) => {
    const index = path.findIndex((step) => step.name === name);
    path.push({ name, where });
    if (index !== -1) throw cycleError(path.slice(index));
    if (!done.has(name)) for (const edge of edges(name)) if (edge.required) visit(edge.to, edge.where);
    done.add(name);
    path.pop();
  };
  for (const name of start) visit(name, undefined);
}

function cycleError(cycle: readonly { readonly name: string; readonly where: string | undefined }[]): BuildError {
  return new BuildError(`The packages need each other in a circle: ${cycle.map(({ name }) => name).join(' -> ')}`, {
    remedy:
      'Give one of the uses the option { unordered: true } (or { weak: true }), or move what both need into a package of its own.',
    detail: cycle
      .slice(1)
      .map(({ name, where }, index) => `${cycle[index]?.name} uses ${name} (${where ?? 'built in'})`)
      .join('\n'),
  });
}
