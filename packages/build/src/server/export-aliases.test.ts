import { describe, expect, test } from 'vitest';
import { addPublicNames } from './export-aliases.js';

describe('public names of linked files', () => {
  test('a file that has all names stays as it is', () => {
    const code = 'const A = 1;\nexport { A };\n';
    expect(addPublicNames(code, 'export { A } from "../packages/a.mjs";\n')).toBe(code);
  });

  test('a name that differs from the local one is added', () => {
    const code =
      'const globalObject = 1, x$1 = 2;\nexport { globalObject, x$1 as x };\n\n//# sourceMappingURL=a.mjs.map';
    expect(addPublicNames(code, 'export { globalObject as global, x as default } from "../packages/a.mjs";')).toBe(
      'const globalObject = 1, x$1 = 2;\nexport { globalObject, x$1 as x, globalObject as global, x$1 as default };\n' +
        '//# sourceMappingURL=a.mjs.map',
    );
  });

  test('an entry with code of its own is refused', () => {
    expect(addPublicNames('export { a };', 'const a = 1;\nexport { a };')).toBeUndefined();
    expect(addPublicNames('export { a, b };', 'export { a as b } from "./x.mjs";')).toBeUndefined();
  });

  test('an entry without exports needs nothing', () => {
    expect(addPublicNames('run();', 'import "../packages/a.mjs";\nexport {};\n')).toBe('run();');
  });
});
