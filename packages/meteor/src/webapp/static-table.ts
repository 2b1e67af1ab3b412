import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StaticFile, StaticFiles } from '@bolide/host';
import { archInPath } from './arch-choice.js';
import { boilerplateFor } from './boilerplates.js';
import { clientPrograms, staticFilesByArch } from './client-programs.js';
import { contentTypeOf } from './content-type.js';
import { isForDevelopers } from './development.js';
import { onInvalidate } from './invalidation.js';
import { additionalStaticJs, pageOptions } from './page-options.js';
import { headersOfEverything } from './response-headers.js';
import { rootUrlPathPrefix, scriptExpression, sha1 } from './runtime-config.js';
import type { StaticFileInfo, StaticFilesByArch } from './types.js';

/** Files by path, as the host wants them. Only what exists is kept, so requests cannot make it grow. */
const prepared = new Map<string, StaticFile>();

onInvalidate(() => prepared.clear());

export const staticFiles: StaticFiles = {
  find(path) {
    let file = prepared.get(path);
    if (file === undefined) {
      file = prepare(path);
      if (file) prepared.set(path, file);
    }
    return file;
  },
};

function prepare(path: string): StaticFile | undefined {
  if (!pageOptions.inlineScriptsAllowed) {
    const script = additionalStaticJs[path] ?? runtimeConfigScript(path);
    if (script !== undefined) return scriptFile(script);
  }
  const info = findInfo(staticFilesByArch(), path);
  return info && toStaticFile(path, info);
}

/** The entry for a path: in the arch that the path names, else in the first that has it. */
export function findInfo(files: StaticFilesByArch, path: string, preferredArch?: string): StaticFileInfo | undefined {
  const named = archInPath(path);
  const first = named?.arch ?? preferredArch;
  const order = Object.keys(files);
  if (first !== undefined && order.includes(first)) order.unshift(first);
  for (const arch of order) {
    const table = files[arch] ?? {};
    for (const candidate of named ? [path, named.path] : [path]) {
      if (!Object.hasOwn(table, candidate)) continue;
      const info = table[candidate];
      if (typeof info !== 'function') return info;
      const made = info();
      table[candidate] = made;
      return made;
    }
  }
  return undefined;
}

/** The stand-in for the inline script, e.g. `/meteor_runtime_config.js`. */
export function runtimeConfigScript(path: string): string | undefined {
  if (!path.endsWith('/meteor_runtime_config.js')) return undefined;
  const named = archInPath(path);
  if ((named?.path ?? path) !== '/meteor_runtime_config.js') return undefined;
  const arch = named?.arch ?? Object.keys(clientPrograms())[0];
  if (arch === undefined) return undefined;
  boilerplateFor(arch);
  const config: unknown = JSON.parse(clientPrograms()[arch]?.meteorRuntimeConfig ?? '{}');
  return `__meteor_runtime_config__ = ${scriptExpression(config)};`;
}

function scriptFile(content: string): StaticFile {
  return {
    content,
    size: Buffer.byteLength(content),
    contentType: contentTypeOf('', 'js'),
    etag: `"${sha1(content)}"`,
    caching: 'revalidate',
    headers: headersOfEverything(),
  };
}

function toStaticFile(path: string, info: StaticFileInfo): StaticFile | undefined {
  const { absolutePath, content, cacheable, directory, encodings } = info;
  const isFile = content === undefined;
  if (isFile && absolutePath === undefined) return undefined;
  const found =
    isFile && (info.size === undefined || info.hash === undefined) ? stat(absolutePath as string) : undefined;
  const size = isFile ? (info.size ?? found?.size) : Buffer.byteLength(content);
  if (size === undefined) return undefined;
  const tag =
    info.hash ?? (isFile ? `${size.toString(36)}-${Math.round(found?.mtimeMs ?? 0).toString(36)}` : sha1(content));
  return {
    ...(isFile ? { file: absolutePath as string } : { content }),
    size,
    contentType: contentTypeOf(absolutePath ?? path, info.type),
    etag: `"${tag.replace(/[^\x21\x23-\x7e]/g, '')}"`,
    caching: cacheable ? 'immutable' : 'revalidate',
    ...(encodings &&
      directory !== undefined && {
        encodings: encodings.map(({ encoding, path: file, size: bytes }) => ({
          encoding,
          file: join(directory, file),
          size: bytes,
        })),
      }),
    headers: { ...headersOfEverything(), ...sourceMapHeaders(info) },
  };
}

/** A file that is listed but missing is like one that is not listed. */
function stat(file: string): { size: number; mtimeMs: number } | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

/** Both spellings: the old one is what Meteor sends, the other one is the standard. Only for developers. */
export function sourceMapHeaders({ sourceMapUrl }: StaticFileInfo): Record<string, string> {
  if (sourceMapUrl === undefined || !isForDevelopers()) return {};
  const url = rootUrlPathPrefix() + sourceMapUrl;
  return { sourcemap: url, 'x-sourcemap': url };
}
