import { readFile } from 'node:fs/promises';
import type { Plugin } from 'rolldown';
import { BuildError } from '../build-error.js';

/** From this size on (bytes) a JSON file is kept as text: engines parse that faster than an object literal. */
const LARGE = 256;

/**
 * JSON files: those that begin with a byte-order mark, as editors on Windows write it; and large ones (MIME tables,
 * character sets) as one compact string, parsed when first required.
 */
export function jsonPlugin(): Plugin {
  return {
    name: 'bolide:json',
    load: {
      filter: { id: /\.json$/ },
      async handler(id) {
        if (id.startsWith('\0')) return null;
        const text = await readFile(id, 'utf8');
        const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
        if (content.length < LARGE) return content === text ? null : { code: content, moduleType: 'json' };
        const expression = textExpression(JSON.stringify(parse(content, id)));
        return { code: `module.exports = JSON.parse(${expression});\n`, moduleType: 'js' };
      },
    },
  };
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BuildError(`${file} is not valid JSON: ${(error as Error).message}`, { remedy: 'Correct it.' });
  }
}

/** An expression in ASCII that gives a text. Tables of characters are shorter in base64 than escaped one by one. */
function textExpression(text: string): string {
  // In a template literal the many quotes of JSON need no escape.
  const escaped = text
    .replace(/[\\`]|\$\{/g, '\\$&')
    .replace(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const literal = `\`${escaped}\``;
  const encoded = `Buffer.from(${JSON.stringify(Buffer.from(text, 'utf16le').toString('base64'))}, 'base64').toString('utf16le')`;
  return encoded.length < literal.length ? encoded : literal;
}
