import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bolide } from '../../support/bolide.js';
import { helloApp } from '../../support/hello-bundle.js';
import { repository } from '../../support/repository.js';

/** A change to one file of the app. */
export interface Change {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Builds a copy of examples/hello with a change into `<folder>/output/bundle`. */
export async function buildVariant(folder: string, change: Change | undefined, ...argv: string[]): Promise<string> {
  const app = join(folder, 'hello');
  await cp(helloApp, app, { recursive: true, filter: (path) => !/\/(?:node_modules|\.meteor\/local)\b/.test(path) });
  await symlink(join(repository, 'node_modules'), join(app, 'node_modules'));
  if (change) {
    const file = join(app, change.path);
    const text = await readFile(file, 'utf8');
    if (!text.includes(change.from)) throw new Error(`${change.path} has no ${change.from}`);
    await writeFile(file, text.replace(change.from, change.to));
  }
  const result = await bolide(app, 'build', '--directory', join(folder, 'output'), ...argv);
  if (result.code !== 0) throw new Error(`bolide build failed with ${result.code}:\n${result.stderr}`);
  return join(folder, 'output/bundle');
}
