import { expect, test } from 'vitest';
import { namesInStrings } from './names-in-strings.js';

const packages = new Set(['pino-pretty', '@scope/driver', 'ejs', 'used']);

test.each([
  ["pino.transport({ target: 'pino-pretty' })", ['pino-pretty']],
  ['const driver = "@scope/driver/lib/fast";', ['@scope/driver']],
  ["response.render('page.ejs')", ['ejs']],
  [
    "import 'used'; import a from 'used'; export * from 'used/b'; import('used'); require('used'); Npm.require('used')",
    [],
  ],
  ["require.resolve('used')", ['used']],
  ["const text = 'used for more', other = 'unused', file = './used';", []],
])('%s', (code, expected) => expect([...namesInStrings(code, packages)]).toEqual(expected));
