import { describe, expect, test } from 'vitest';
import { BuildError } from '../build-error.js';
import { transformModule } from './index.js';
import { transformOptions } from './testing/run-modules.js';

function failure(source: string, file = 'imports/file.js'): BuildError {
  try {
    transformModule(source, `/app/${file}`, transformOptions(file));
  } catch (error) {
    if (error instanceof BuildError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('syntax errors', () => {
  test('name file, line and column and show the place', () => {
    const error = failure('const a = 1;\nconst b = = 2;\nconst c = 3;\n');
    expect(error.message).toBe('imports/file.js:2:11: Syntax error: Unexpected token.');
    expect(error.detail).toBe(
      ['  1 | const a = 1;', '> 2 | const b = = 2;', '    |           ^', '  3 | const c = 3;', '  4 |'].join('\n'),
    );
  });

  test('in TypeScript and JSX point into the file as written', () => {
    expect(failure('type A = string;\nconst b: A = = 2;\n', 'a.ts').message).toBe(
      'a.ts:2:14: Syntax error: Unexpected token.',
    );
    expect(failure('const a = <b>\n</c>;\n', 'a.jsx').message).toMatch(/^a\.jsx:2:\d+: Syntax error: /);
  });
});
