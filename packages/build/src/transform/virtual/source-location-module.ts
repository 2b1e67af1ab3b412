/**
 * Source of the module `bolide:source-location`: `sourceLocation(path)` gives `{ url, filename, dirname }` of a source
 * file as if it lay at its display path inside of the bundle's folder. The paths are stable and distinct per file, lie
 * beside the bundle's `node_modules` (so `createRequire(import.meta.url)` finds npm packages), and move with the folder;
 * the files themselves are not there, their code is in the bundle's modules.
 *
 * @param bundleRoot relative URL from the module in which this code ends up to the bundle's folder, e.g. `./` or `../`
 */
export function sourceLocationModule(bundleRoot: string): string {
  return `import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL(${JSON.stringify(bundleRoot)}, import.meta.url);

export function sourceLocation(path) {
  const { href: url } = new URL(encodeURI(path).replace(/[?#]/g, encodeURIComponent), root);
  const filename = fileURLToPath(url);
  return { url, filename, dirname: dirname(filename) };
}
`;
}
