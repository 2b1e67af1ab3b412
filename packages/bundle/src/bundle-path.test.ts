import { expect, test } from 'vitest';
import { isBundlePath } from './bundle-path.js';

test.each(['a', 'a/b.mjs', '.dot/..x', 'with space/ü'])('%j stays inside', (path) => {
  expect(isBundlePath(path)).toBe(true);
});

test.each(['', '/a', 'a//b', 'a/', '.', '..', 'a/../b', './a', 'a\\b', 'C:/a', 'c:a', 'a\0b', 7, null, undefined])(
  '%j is refused',
  (path) => {
    expect(isBundlePath(path)).toBe(false);
  },
);
