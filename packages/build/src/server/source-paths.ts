import { dirname, posix, relative, resolve, sep } from 'node:path';
import { displayPath, ownerOf } from '../link/owners.js';
import { npmPackageOf } from '../npm/npm-package.js';
import type { Project } from '../project/types.js';

/**
 * Names sources in maps independently of where the app, Bolide and the output lie: `app/server/main.js`,
 * `packages/<name>/file.js`, `npm/<name>@<version>/file.js` below the bundle's root, and from the map's folder there.
 *
 * @param output the folder that the linker believes to write to
 */
export function sourcePathTransform(project: Project, output: string): (source: string, map: string) => string {
  const owner = ownerOf(project);
  return (source, map) => {
    const file = resolve(dirname(map), source);
    const of = owner(file);
    const shown = of ? displayPath(project, of, file) : (npmPath(file) ?? `bolide/${file.split(sep).at(-1)}`);
    return posix.relative(relative(output, dirname(map)).split(sep).join('/'), shown);
  };
}

function npmPath(file: string): string | undefined {
  const npm = npmPackageOf(file);
  if (!npm) return undefined;
  const path = file
    .slice(npm.directory.length + 1)
    .split(sep)
    .join('/');
  if (npm.name === '@bolide/meteor') return `packages/${path.replace(/^dist\//, '')}`;
  return npm.name.startsWith('@bolide/')
    ? `bolide/${npm.name.slice(8)}/${path.replace(/^dist\//, '')}`
    : `npm/${npm.name}@${npm.version}/${path}`;
}
