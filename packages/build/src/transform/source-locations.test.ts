import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { describe, expect, test } from 'vitest';
import { positionAt } from './code-frame.js';
import { transformModule } from './index.js';
import { bundleModules, runModules, transformOptions } from './testing/run-modules.js';

describe('source maps', () => {
  /** Looks up where each marker of the output was in the file as written. */
  function trace(source: string, file: string, markers: readonly string[], options = {}) {
    const { code, map } = transformModule(source, file, transformOptions(file, options));
    expect(map.sources).toEqual([file]);
    expect(map.sourcesContent).toEqual([source]);
    const tracer = new TraceMap(map as never);
    return markers.map((marker) => {
      const { line, column } = positionAt(code, code.indexOf(marker));
      const original = originalPositionFor(tracer, { line, column: column - 1 });
      const written = positionAt(source, source.indexOf(marker));
      expect({ line: original.line, column: (original.column ?? 0) + 1 }).toEqual(written);
      return original.line;
    });
  }

  test('point into the file through every step', () => {
    const symbols = new Map([['Meteor', 'meteor']]);
    expect(
      trace('Tasks = 1;\nMeteor.call(marker1);\nfoo(marker2);\n', 'a.js', ['marker1', 'marker2'], { symbols }),
    ).toEqual([2, 3]);
    const typescript = 'type A = {\n  b: string;\n};\nenum C { D }\nMeteor.call<A>(marker1 as A);\nTasks = marker2!;\n';
    expect(trace(typescript, 'a.ts', ['marker1', 'marker2'], { symbols })).toEqual([5, 6]);
    const jsx =
      'const a = (\n  <div>\n    {marker1}\n  </div>\n);\nfunction f() {\n  import { b } from "x";\n  b(marker2);\n}\n';
    expect(trace(jsx, 'a.jsx', ['marker1', 'marker2'])).toEqual([3, 8]);
    const decorated = 'const a = 1;\nclass B {\n  @marker1\n  c() { return marker2; }\n}\n';
    expect(trace(decorated, 'b.js', ['marker2'])).toEqual([4]);
  });

  test('name the display path in the bundle', async () => {
    const files = await bundleModules({
      files: {
        'app/main.js': "import './other.ts';\nthrow new Error('x');",
        'app/other.ts': 'const a: number = 1; console.log(a);',
      },
    });
    const map = JSON.parse(files.get('main.mjs.map') ?? '{}') as { sources: string[] };
    expect(map.sources.filter((source) => source.includes('app/'))).toEqual([
      expect.stringMatching(/app\/other\.ts$/),
      expect.stringMatching(/app\/main\.js$/),
    ]);
  });
});

describe('the place of a file', () => {
  test('on the server: its display path below the bundle’s folder', async () => {
    const { result } = await runModules({
      files: {
        'app/imports/a b#.js':
          "import common from './common.js'; export const result = [__filename, __dirname, import.meta.url, import.meta.dirname, import.meta.filename, common];",
        'app/imports/common.js': 'module.exports = typeof __dirname + __filename;',
      },
    });
    const [filename, dirname, url, metaDirname, metaFilename, common] = result as string[];
    expect(filename).toMatch(/\/app\/imports\/a b#\.js$/);
    expect(dirname).toBe(filename?.replace(/\/[^/]*$/, ''));
    expect(url).toMatch(/^file:\/\/\/.*\/app\/imports\/a%20b%23\.js$/);
    expect([metaDirname, metaFilename]).toEqual([dirname, filename]);
    expect(common).toMatch(/^string\/.*\/app\/imports\/common\.js$/);
  });

  test('on the client: Meteor’s module id', () => {
    const code = (path: string) =>
      transformModule('[__filename, __dirname];\n', path, transformOptions(path, { side: 'client' })).code;
    expect(code('app/client/a.js')).toContain('["/client/a.js", "/client"];');
    expect(code('app/a.js')).toContain('["/a.js", "/"];');
    expect(code('packages/x/a.js')).toContain('["/node_modules/meteor/x/a.js", "/node_modules/meteor/x"];');
    expect(transformModule('import.meta.url;\n', 'a.js', transformOptions('a.js', { side: 'client' })).code).toContain(
      'import.meta.url;',
    );
  });

  test('names that the file declares are left alone', () => {
    expect(transformModule('const __dirname = 1; export { __dirname };\n', 'a.js', transformOptions()).code).toBe(
      'const __dirname = 1; export { __dirname };\n',
    );
  });
});

test('global is globalThis on the client', () => {
  const code = (side: 'client' | 'server') =>
    transformModule('global.x = { global };\n', 'a.js', transformOptions('a.js', { side })).code;
  expect(code('client')).toContain('globalThis.x = { global: globalThis };');
  expect(code('server')).toContain('global.x = { global };');
});
