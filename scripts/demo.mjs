// `npm run demo` and `npm run demo:bun [-- <example>]`: builds an example (todos) and serves it on
// http://localhost:3000 (or PORT), on the embedded database.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [runtime = 'node', example = 'todos'] = process.argv.slice(2);
const port = process.env.PORT ?? '3000';
const app = join(root, 'examples', example);
const output = join(root, 'output', example);

const commands = {
  node: () => process.execPath,
  bun: () => join(dirname(createRequire(import.meta.url).resolve('bun/package.json')), 'bin/bun.exe'),
};
if (!(runtime in commands)) {
  console.error(`Unknown runtime "${runtime}". Valid ones: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}

if (!existsSync(app)) {
  console.error(`There is no example "${example}" in examples/.`);
  process.exit(2);
}

const build = spawnSync(process.execPath, [join(root, 'packages/cli/bin/bolide.js'), 'build', '--directory', output], {
  cwd: app,
  stdio: 'inherit',
});
if (build.status !== 0) process.exit(build.status ?? 1);

const server = spawn(commands[runtime](), [join(output, 'bundle/index.mjs')], {
  stdio: 'inherit',
  env: { ROOT_URL: `http://localhost:${port}`, NODE_ENV: 'production', ...process.env, PORT: port },
});
server.on('spawn', () => console.log(`\nOn ${runtime}: http://localhost:${port}   (Ctrl+C stops it)`));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
