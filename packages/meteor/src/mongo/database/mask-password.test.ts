import { expect, test } from 'vitest';
import { maskPassword } from './mask-password.js';

test.each([
  ['mongodb://me:secret@host/db', 'mongodb://me:***@host/db'],
  ['mongodb://me:se:cr/et@host:1,other:2/db?a=b', 'mongodb://me:***@host:1,other:2/db?a=b'],
  ['mongodb+srv://me:p@ss@host/db', 'mongodb+srv://me:***@host/db'],
  ['mongodb://host:27017/db', 'mongodb://host:27017/db'],
  ['mongodb://me@host:27017/db', 'mongodb://me@host:27017/db'],
])('%s is shown as %s', (url, shown) => {
  expect(maskPassword(url)).toBe(shown);
});
