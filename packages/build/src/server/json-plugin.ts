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
        return {
          code: `module.exports = JSON.parse(${textExpression(JSON.stringify(JSON.parse(text)))});\n`,
          moduleType: 'js',
        };
      },
    },
  };
}

/** An expression in ASCII that gives a text. Tables of characters are shorter in base64 than escaped one by one. */
function textExpression(text: string): string {
  const literal = JSON.stringify(text).replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const encoded = `Buffer.from(${JSON.stringify(Buffer.from(text, 'utf16le').toString('base64'))}, 'base64').toString('utf16le')`;
  return encoded.length < literal.length ? encoded : literal;
}
