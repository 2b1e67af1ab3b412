import { describe, expect, test } from 'vitest';
import { addPublicNames } from './export-aliases.js';

const publish = (code: string, entryCode: string): string | undefined =>
  addPublicNames('packages/a.mjs', code, 'facade/packages/a.mjs', entryCode);

describe('public names of linked files', () => {
  test('a file that has all names stays as it is', () => {
    const code = 'const A = 1;\nexport { A };\n';
    expect(publish(code, '// @bun\nexport { A } from "../../packages/a.mjs";\n')).toBe(code);
  });

  test('a name that differs from the local one is added', () => {
    const code =
      'const globalObject = 1, x$1 = 2;\nexport { globalObject, x$1 as x };\n\n//# sourceMappingURL=a.mjs.map';
    expect(publish(code, 'export { globalObject as global, x as default } from "../../packages/a.mjs";')).toBe(
      'const globalObject = 1, x$1 = 2;\nexport { globalObject, x$1 as x, globalObject as global, x$1 as default };\n' +
        '//# sourceMappingURL=a.mjs.map',
    );
  });

  test('a name of another file is passed on', () => {
    const entry =
      'import "../../bolide/rolldown-runtime.mjs";\nimport { DDP } from "../../packages/ddp-client.mjs";\n' +
      'import { own, x as y } from "../../packages/a.mjs";\nexport { DDP, own, y as Y };\n\n//# sourceMappingURL=a.mjs.map';
    expect(publish('run();\nexport { own, z as x };\n', entry)).toBe(
      'run();\nexport { DDP } from "./ddp-client.mjs";\nexport { own, z as x, z as Y };\n',
    );
  });

  test('a file without exports of its own can pass on names', () => {
    expect(publish('run();\n', 'import { b } from "../../npm/b.mjs";\nexport { b };\n')).toBe(
      'run();\nexport { b } from "../npm/b.mjs";\n',
    );
  });

  test('an entry with code of its own is refused', () => {
    expect(publish('export { a };', 'const a = 1;\nexport { a };')).toBeUndefined();
    expect(publish('export { a };', 'import { a } from "../../packages/a.mjs";\na();\nexport { a };')).toBeUndefined();
    expect(publish('export { a, b };', 'export { a as b } from "../../packages/a.mjs";')).toBeUndefined();
  });

  test('an entry without exports needs nothing', () => {
    expect(publish('run();', 'import "../../packages/a.mjs";\nexport {};\n')).toBe('run();');
  });
});
