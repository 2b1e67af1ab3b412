import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { BUNDLE_FORMAT } from '@bolide/bundle';
import { BuildError } from '../build-error.js';

/**
 * The folder `<output>/bundle` is made beside its final place and renamed when it is complete: a failed build leaves
 * the old bundle as it was.
 */
export class BundleTarget {
  readonly final: string;
  readonly partial: string;

  private constructor(output: string) {
    this.final = join(output, 'bundle');
    this.partial = join(output, `.bundle-${process.pid}.partial`);
  }

  /** Refuses a target that holds something else than a bundle of ours, unless `force`. */
  static async open(output: string, directory: string, force: boolean): Promise<BundleTarget> {
    const target = new BundleTarget(output);
    const inside = relative(directory, target.final);
    if (
      inside === '' ||
      (!inside.startsWith('..') && !inside.startsWith('.meteor') && !inside.includes(`node_modules${sep}.cache`))
    ) {
      throw new BuildError(`The target ${target.final} is inside the app ${directory}.`, {
        remedy: 'Name a folder outside of it, e.g. --directory ../output.',
      });
    }
    if (existsSync(output) && !statSync(output).isDirectory()) {
      throw new BuildError(`The target ${output} is a file.`, { remedy: 'Name a folder.' });
    }
    if (!force && !isReplaceable(target.final)) {
      throw new BuildError(`The target ${target.final} exists, is not empty and was not made by Bolide.`, {
        remedy: 'Name another folder, empty it, or build with --force to replace it.',
      });
    }
    await rm(target.partial, { recursive: true, force: true });
    await mkdir(target.partial, { recursive: true });
    return target;
  }

  async complete(): Promise<void> {
    const old = join(dirname(this.final), `.${basename(this.final)}-${process.pid}.old`);
    if (existsSync(this.final)) await rename(this.final, old);
    await rename(this.partial, this.final);
    await rm(old, { recursive: true, force: true });
  }

  async discard(): Promise<void> {
    await rm(this.partial, { recursive: true, force: true });
  }
}

function isReplaceable(folder: string): boolean {
  if (!existsSync(folder)) return true;
  if (!statSync(folder).isDirectory()) return false;
  if (readdirSync(folder).length === 0) return true;
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { format?: unknown };
    return manifest.format === BUNDLE_FORMAT;
  } catch {
    return false;
  }
}
