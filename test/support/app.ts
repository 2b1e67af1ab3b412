import { temporaryFolder, writeFiles } from './temporary-folder.js';

/** An app without a client: `server/main.js` and what is given beside it. */
export async function makeApp(
  files: Readonly<Record<string, string>>,
  packages: readonly string[] = ['meteor'],
): Promise<string> {
  const folder = await temporaryFolder();
  await writeFiles(`${folder}/app`, {
    '.meteor/packages': `${packages.join('\n')}\n`,
    '.meteor/release': 'METEOR@3.4\n',
    'package.json': JSON.stringify({ name: 'sample', meteor: { mainModule: { server: 'server/main.js' } } }),
    'server/main.js': 'globalThis.main = () => 0;\n',
    ...files,
  });
  return `${folder}/app`;
}
