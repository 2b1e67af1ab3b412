import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readTextIfThere } from '../meteor-folder.js';

/** The `.meteorignore` files (gitignore syntax) of a folder and those above it. */
export class IgnoreRules {
  static readonly none = new IgnoreRules([]);

  readonly #layers: readonly { readonly folder: string; readonly rules: Ignore }[];

  private constructor(layers: readonly { readonly folder: string; readonly rules: Ignore }[]) {
    this.#layers = layers;
  }

  /**
   * These rules and those in `.meteorignore` of a folder, if it has one.
   * @param folder Path below `directory` with forward slashes, '' for the directory itself.
   */
  async within(directory: string, folder: string): Promise<IgnoreRules> {
    const text = await readTextIfThere(join(directory, folder, '.meteorignore'), directory);
    if (text === undefined) return this;
    return new IgnoreRules([...this.#layers, { folder, rules: ignore().add(text.replace(/^\uFEFF/, '')) }]);
  }

  /** @param path Below the directory, with forward slashes; folders end in a slash. */
  ignores(path: string): boolean {
    return this.#layers.some(({ folder, rules }) =>
      rules.ignores(folder === '' ? path : path.slice(folder.length + 1)),
    );
  }
}
