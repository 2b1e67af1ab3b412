import { describe, expect, test } from 'vitest';
import { npmCodeFacts } from './index.js';

const found = (source: string): string[] =>
  Object.entries(npmCodeFacts(source))
    .filter(([, value]) => value)
    .map(([name]) => name);

describe('what npm code cannot do from inside of a bundle', () => {
  test.each([
    ['"use strict"; require("fs").readFileSync(__dirname + "/data");', ['readsOwnFiles']],
    ['export const wasm = new URL("./a.wasm", import.meta.url);', ['readsOwnFiles']],
    ['"use strict"; exports.file = require.resolve("./worker.js");', ['readsOwnFiles']],
    ['"use strict"; exports.locale = (name) => require("./locale/" + name);', ['loadsComputedNames']],
    ['"use strict"; const load = require; load("./locale/" + name);', ['loadsComputedNames']],
    ['"use strict"; const load = typeof require === "function" && require;', ['loadsComputedNames']],
    ['export const load = (name) => import(name);', ['loadsComputedNames']],
    ['"use strict"; if (!module.parent) run();', ['usesModuleSystem']],
    ['"use strict"; delete require.cache[id];', ['usesModuleSystem']],
    ['run(arguments[1]);', ['usesModuleSystem']],
    ['"use strict"; const long = eval("requ" + "ire")("long");', ['evaluatesCode']],
    ['with (a) { b; }', ['needsSloppyMode']],
    ['implicit = 1;', ['needsSloppyMode']],
    ['implicit = __filename;', ['readsOwnFiles', 'needsSloppyMode']],
  ])('%s', (source, expected) => expect(found(source)).toEqual(expected));
});

describe('what it can do', () => {
  test.each([
    '"use strict"; const a = require("a"), b = require(`b`); module.exports = a;',
    '"use strict"; // finds its files with __dirname\nexports.a = 1;',
    '"use strict"; if (require.main === module) run();',
    '"use strict"; exports.text = "import.meta.url, __dirname and require.resolve";',
    '"use strict"; const env = typeof __dirname, more = typeof require, last = typeof module;',
    '"use strict"; function f(__dirname, require) { return require(__dirname); }',
    'export const { MODE } = import.meta.env ?? {};',
    'export const load = () => import("./a.js");',
    'import { createRequire } from "node:module"; export { createRequire };',
    'if (module.hot) module.hot.accept();',
    'this is no JavaScript',
  ])('%s', (source) => expect(found(source)).toEqual([]));
});
