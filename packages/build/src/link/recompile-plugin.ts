import type { Plugin } from 'rolldown';
import { npmPackageOf } from '../npm/npm-package.js';
import { archesCovered } from '../project/arches.js';
import type { Arch, Project } from '../project/types.js';
import { transformModule } from '../transform/index.js';
import { ownerOf } from './owners.js';
import { sideOf } from './package-module.js';

const CODE = /\.[cm]?[jt]sx?$/;

/**
 * `meteor.nodeModules.recompile` of package.json: npm packages whose code is compiled as the app's is: JSX in `.js` files
 * and what else Meteor's compiler takes. They see no names of Meteor packages without importing them.
 */
export function recompilePlugin(project: Project, arch: Arch, mode: 'production' | 'development'): Plugin | undefined {
  const names = recompiled(project, arch);
  if (names.size === 0) return undefined;
  const owner = ownerOf(project);
  return {
    name: 'bolide:recompile',
    transform: {
      order: 'pre',
      filter: { id: CODE },
      handler(code, id) {
        const pkg = owner(id) ? undefined : npmPackageOf(id);
        if (!pkg || !names.has(pkg.name)) return null;
        const result = transformModule(code, id, {
          displayPath: `npm/${pkg.name}@${pkg.version}/${id.slice(pkg.directory.length + 1).replaceAll('\\', '/')}`,
          side: sideOf(arch),
          mode,
          owner: { kind: 'app' },
          style: 'module',
          symbols: new Map(),
          packageScope: new Set(),
        });
        return { code: result.code, map: result.map as never, moduleType: 'js' };
      },
    },
  };
}

function recompiled(project: Project, arch: Arch): Set<string> {
  const entries = Object.entries(project.packageJson.meteor?.nodeModules?.recompile ?? {});
  const applies = (value: boolean | string | readonly string[]): boolean =>
    typeof value === 'boolean' ? value : archesCovered(typeof value === 'string' ? [value] : value).includes(arch);
  return new Set(entries.filter(([, value]) => applies(value)).map(([name]) => name));
}
