import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, test } from 'vitest';
import { runBundle, runtimes, SPAWN_TIMEOUT, writeRunnableBundle } from './testing/runnable-bundle.js';

const source = `// a comment, which the output does not have
interface Options {
  readonly text: string;
}

export function fail(options: Options): never {
  throw new Error(options.text);
}

export async function failLater(options: Options): Promise<void> {
  await null;
  fail(options);
}
`;
/** Of the `throw` above. The engines do not agree about the column. */
const thrown = 'app/server/main.ts:7:';

let files: Record<string, string>;

beforeAll(async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bolide-source-')));
  writeFileSync(join(folder, 'main.ts'), source);
  const build = await rolldown({ input: join(folder, 'main.ts') });
  const { output } = await build.generate({ format: 'esm', sourcemap: true });
  await build.close();
  const map = { ...output[0].map, sources: ['server/main.ts'] };
  files = {
    // The first line makes Bun look for the map.
    'app/lib.mjs': `// @bun\n${output[0].code}//# sourceMappingURL=lib.mjs.map\n`,
    // One line more than the map knows.
    'app/lib.mjs.map': JSON.stringify({ ...map, mappings: `;${map.mappings}` }),
  };
});

const app = (code: string) => ({ ...files, 'app/main.mjs': `import { fail, failLater } from './lib.mjs';\n${code}` });

describe.each(runtimes)('stack traces on %s', (runtime) => {
  const run = async (code: string) => {
    const directory = await writeRunnableBundle({ files: app(code), start: '' });
    return runBundle(runtime, directory);
  };

  test(
    'stack of a caught error, at boot and later, also with a cause',
    async () => {
      const { stdout } = await run(`
      const show = (error) => console.log(error.stack, error.cause?.stack ?? '');
      try { fail({ text: 'one' }); } catch (error) { show(error); show(new Error('outer', { cause: error })); }
      await failLater({ text: 'two' }).catch(show);`);
      expect(stdout.split(thrown)).toHaveLength(4);
      expect(stdout).toContain('Error: two\n');
      expect(stdout).toContain('app/server/main.ts:12:');
      expect(stdout).not.toContain('lib.mjs');
    },
    SPAWN_TIMEOUT,
  );

  test(
    'an error that is printed',
    async () => {
      const { stderr } = await run(`await failLater({ text: 'printed' }).catch((error) => console.error(error));`);
      expect(stderr).toContain(thrown);
    },
    SPAWN_TIMEOUT,
  );

  test(
    'an uncaught error, and a rejection that nobody handles',
    async () => {
      for (const code of [
        `setTimeout(() => fail({ text: 'alone' }), 1);`,
        `failLater({ text: 'alone' });`,
        `fail({ text: 'alone' });`,
      ]) {
        const { stderr, code: exitCode } = await run(code);
        expect(stderr).toContain('alone');
        expect(stderr).toContain(thrown);
        expect(exitCode).toBe(1);
      }
    },
    SPAWN_TIMEOUT,
  );

  test(
    "someone else's prepareStackTrace wins, and gets call sites",
    async () => {
      const { stdout } = await run(`
      const before = Error.prepareStackTrace;
      Error.prepareStackTrace = (error, frames) => [error.message, typeof frames[0].getLineNumber()].join();
      try { fail({ text: 'one' }); } catch (error) { console.log(error.stack); }
      Error.prepareStackTrace = before;
      try { fail({ text: 'two' }); } catch (error) { console.log(error.stack.includes('${thrown}')); }`);
      expect(stdout).toBe('one,number\ntrue\n');
    },
    SPAWN_TIMEOUT,
  );

  test(
    'errors of modules without a map, with strange properties, and of the runtime itself stay readable',
    async () => {
      const { stdout } = await run(`
      try { null.x; } catch (error) { console.log(error.stack); }
      try { Buffer.from(7); } catch (error) { console.log(error.stack); }
      const odd = new Error('odd'); odd.name = { toString() { throw 1; } }; odd.message = Symbol('x');
      const stack = (() => { try { return typeof odd.stack; } catch { return 'string'; } })();
      console.log(stack);`);
      expect(stdout).toContain('app/main.mjs:3:');
      if (runtime === 'node') expect(stdout).toContain('TypeError [ERR_INVALID_ARG_TYPE]: ');
      expect(stdout.trim().endsWith('string')).toBe(true);
    },
    SPAWN_TIMEOUT,
  );
});

test(
  'Node: a formatter that was there before sees the original positions',
  async () => {
    const directory = await writeRunnableBundle({
      files: {
        ...app(`try { fail({ text: 'one' }); } catch (error) { console.log(error.stack); }`),
        'bolide/before.mjs': `Error.prepareStackTrace = (error, frames) =>
        [frames[0].getFileName(), frames[0].getLineNumber(), frames[0].getFunctionName(), String(frames[0])].join(' | ');`,
      },
      start: '',
      before: './bolide/before.mjs',
    });
    const { stdout } = await runBundle('node', directory);
    expect(stdout).toBe('app/server/main.ts | 7 | fail | fail (app/server/main.ts:7:9)\n');
  },
  SPAWN_TIMEOUT,
);

test(
  'Node: nothing is read before a stack is',
  async () => {
    const directory = await writeRunnableBundle({
      files: {
        ...app(`
        import fs, { readFileSync } from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        const read = [];
        // Both modules of the bundle are looked up, once each.
        const original = readFileSync;
        fs.readFileSync = (file, ...rest) => { read.push(String(file)); return original.call(fs, file, ...rest); };
        syncBuiltinESMExports();
        const errors = [];
        for (let i = 0; i < 3; i++) try { fail({ text: 'x' }); } catch (error) { errors.push(error); }
        const before = read.length;
        for (const error of errors) error.stack;
        console.log(before, read.length);`),
      },
      start: '',
    });
    const { stdout, stderr } = await runBundle('node', directory);
    expect(stdout + stderr).toBe('0 2\n');
  },
  SPAWN_TIMEOUT,
);
