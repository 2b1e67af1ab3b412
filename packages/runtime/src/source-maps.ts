import { readFileSync } from 'node:fs';
import type { SourceMap } from 'node:module';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runningBundle } from './running-bundle.js';

type Prepare = NonNullable<typeof Error.prepareStackTrace>;

interface Position {
  readonly source: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

/** By file of the bundle; `null`: it has no map. */
const maps = new Map<string, { readonly map: SourceMap; readonly sources: Map<string, string> } | null>();

/**
 * Makes stack traces on Node show the original file, line and column of the bundle's modules that have a `.map` beside
 * them. The maps are read when the first stack is formatted. Calling it again does nothing.
 *
 * Why not `process.setSourceMapsEnabled`: Node then only knows the maps of modules that it compiles later, and a
 * bundle's modules are all compiled before the first of them runs. Bun maps by itself, also what it prints of uncaught
 * errors: the bundle's modules begin with `// @bun`, which makes it look for the maps.
 */
export function installSourceMaps(): void {
  if (process.versions.bun || process.sourceMapsEnabled || Error.prepareStackTrace === prepare) return;
  previous = Error.prepareStackTrace;
  Error.prepareStackTrace = prepare;
}

let previous: Prepare | undefined;

function prepare(error: Error, frames: NodeJS.CallSite[]): unknown {
  if (previous) return previous(error, frames.map(mapCallSite));
  let text = header(error);
  for (const frame of frames) text += `\n    at ${describe(frame)}`;
  return text;
}

/** What V8 puts before the frames, and Node for its own errors. */
function header(error: Error): string {
  try {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && isNodeError(error)) return `${error.name} [${code}]: ${error.message}`;
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

function isNodeError(error: Error): boolean {
  return Object.getOwnPropertySymbols(error).some((symbol) => symbol.description === 'kIsNodeError');
}

function describe(frame: NodeJS.CallSite): string {
  const text = String(frame);
  const position = originalPosition(frame);
  if (!position) return text;
  const generated = `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  // A function, so that `$` in a file name is nothing special.
  return text.replace(generated, () => `${position.source}:${position.line}:${position.column}`);
}

/** A call site that gives the original position, for a formatter that was there before. */
function mapCallSite(frame: NodeJS.CallSite): NodeJS.CallSite {
  const position = originalPosition(frame);
  if (!position) return frame;
  const replaced: Record<PropertyKey, () => unknown> = {
    getFileName: () => position.source,
    getScriptNameOrSourceURL: () => position.source,
    getLineNumber: () => position.line,
    getColumnNumber: () => position.column,
    toString: () => describe(frame),
  };
  return new Proxy(frame, {
    get(target, key) {
      const value: unknown = replaced[key] ?? Reflect.get(target, key);
      // The methods of call sites refuse any other `this`.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function originalPosition(frame: NodeJS.CallSite): Position | undefined {
  const name = frame.getFileName();
  const line = frame.getLineNumber();
  const column = frame.getColumnNumber();
  const directory = runningBundle()?.directory;
  if (!name || line === null || column === null || directory === undefined) return undefined;
  const file = name.startsWith('file:') ? fileURLToPath(name) : name;
  if (!file.startsWith(directory)) return undefined;
  const entry = loadMap(file);
  if (!entry) return undefined;
  const found = entry.map.findEntry(line - 1, column - 1);
  if (!('originalSource' in found)) return undefined;
  let source = entry.sources.get(found.originalSource);
  if (source === undefined) {
    source = sourcePath(directory, file, found.originalSource);
    entry.sources.set(found.originalSource, source);
  }
  return { source, line: found.originalLine + 1, column: found.originalColumn + 1 };
}

/** The source relative to the bundle (`app/server/main.js`); one that lies outside as an absolute path; a URL as it is. */
function sourcePath(directory: string, file: string, source: string): string {
  if (/^[a-z][a-z+.-]*:\/\//i.test(source)) return source;
  const path = resolve(dirname(file), source);
  const inside = relative(directory, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.replaceAll(sep, '/');
}

function loadMap(file: string) {
  let entry = maps.get(file);
  if (entry === undefined) {
    try {
      const { SourceMap } = process.getBuiltinModule('node:module');
      entry = { map: new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))), sources: new Map() };
    } catch {
      // No map, or one that cannot be read: the frame stays as it is. A formatter of stacks must not throw.
      entry = null;
    }
    maps.set(file, entry);
  }
  return entry;
}
