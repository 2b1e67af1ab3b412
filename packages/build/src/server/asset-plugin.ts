import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';
import { BuildError } from '../build-error.js';
import { ASSET, assetName, STYLE_SHEET } from '../link/asset-names.js';
import { displayPath, ownerOf } from '../link/owners.js';
import type { Project } from '../project/types.js';

const CODE = /\.(?:[cm]?[jt]sx?|json)$/;

/**
 * What only makes sense in a browser, in code that runs on both sides: style sheets are nothing on the server; images
 * and fonts are their URL there too. Other files of the app that are no code are refused.
 */
export function assetPlugin(project: Project): Plugin {
  const owner = ownerOf(project);
  return {
    name: 'bolide:asset',
    load: {
      filter: { id: { exclude: CODE } },
      async handler(id) {
        if (id.startsWith('\0')) return null;
        const [file = id] = id.split('?', 1);
        if (STYLE_SHEET.test(file)) return { code: 'module.exports = {};\n', moduleType: 'js' };
        if (ASSET.test(file)) {
          const path = JSON.stringify(`/${assetName(file, await readFile(file))}`);
          return {
            code: `export default (globalThis.__meteor_runtime_config__?.ROOT_URL_PATH_PREFIX ?? '') + ${path};\n`,
          };
        }
        const of = owner(file);
        if (!of) return null;
        throw new BuildError(`${displayPath(project, of, file)} is no code that the server could import.`, {
          remedy: 'Put it into private/ and read it with Assets, or into public/ and use its URL.',
        });
      },
    },
  };
}
