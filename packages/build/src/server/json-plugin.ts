import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';

/** From this size on (bytes) a JSON file is kept as text: engines parse that faster than an object literal. */
const LARGE = 4096;

/** Large JSON files of npm packages (MIME tables, character sets) as one compact string, parsed when first required. */
export function jsonPlugin(): Plugin {
  return {
    name: 'bolide:json',
    load: {
      filter: { id: /node_modules.*\.json$/ },
      async handler(id) {
        const text = await readFile(id, 'utf8');
        if (text.length < LARGE) return null;
        const compact = JSON.stringify(JSON.stringify(JSON.parse(text)));
        return { code: `module.exports = JSON.parse(${compact});\n`, moduleType: 'js' };
      },
    },
  };
}
