import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runningBundle } from './running-bundle.js';

/** `Assets` of one package or of the app: the files of its `addAssets`, or of the app's `private` folder. Read only. */
export interface AssetsApi {
  /** The text (UTF-8) of an asset. With a callback: the old style, `callback(error, text)`. */
  getTextAsync(path: string): Promise<string>;
  getTextAsync(path: string, callback: AssetCallback<string>): void;
  /** The bytes of an asset. With a callback: the old style, `callback(error, bytes)`. */
  getBinaryAsync(path: string): Promise<Uint8Array>;
  getBinaryAsync(path: string, callback: AssetCallback<Uint8Array>): void;
  /** The same at once. Meteor 3 dropped these two; they stay for packages written before. */
  getText(path: string): string;
  getText(path: string, callback: AssetCallback<string>): void;
  getBinary(path: string): Uint8Array;
  getBinary(path: string, callback: AssetCallback<Uint8Array>): void;
  /** Absolute path of the asset on disk. */
  absoluteFilePath(path: string): string;
  /** The folder that stands for Meteor's `programs/server`. */
  getServerDir(): string;
}

export type AssetCallback<T> = (error: Error | null | undefined, result?: T) => void;

/** Makes `Assets` for a package, or with `null` for the app. */
export function createAssets(packageName: string | null): AssetsApi {
  let table: Readonly<Record<string, string>> | undefined;

  const locate = (path: string): string => {
    const bundle = runningBundle();
    const key = String(path).replaceAll('\\', '/').normalize('NFC');
    table ??= findTable(packageName);
    const file = table && Object.hasOwn(table, key) ? table[key] : undefined;
    if (!bundle || file === undefined) {
      throw new Error(`Unknown asset: ${key}${packageName === null ? '' : ` (of the package ${packageName})`}`);
    }
    return join(bundle.directory, file);
  };
  const readText = async (path: string) => readFile(locate(path), 'utf8');
  const readBinary = async (path: string) => plainBytes(await readFile(locate(path)));

  return {
    getTextAsync: withCallback(readText),
    getBinaryAsync: withCallback(readBinary),
    getText: ((path: string, callback?: AssetCallback<string>) =>
      callback ? settle(readText(path), callback) : readFileSync(locate(path), 'utf8')) as AssetsApi['getText'],
    getBinary: ((path: string, callback?: AssetCallback<Uint8Array>) =>
      callback ? settle(readBinary(path), callback) : plainBytes(readFileSync(locate(path)))) as AssetsApi['getBinary'],
    absoluteFilePath: locate,
    getServerDir: () => join(runningBundle()?.directory ?? process.cwd(), 'programs', 'server'),
  };
}

function findTable(packageName: string | null): Readonly<Record<string, string>> | undefined {
  const manifest = runningBundle()?.manifest;
  if (packageName === null) return manifest?.app.assets;
  return manifest?.packages.find((entry) => entry.name === packageName)?.assets;
}

/** Meteor gives a plain Uint8Array, and code compares and serializes it as one; a Buffer would behave differently. */
function plainBytes(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}

function withCallback<T>(read: (path: string) => Promise<T>) {
  function readAsset(path: string): Promise<T>;
  function readAsset(path: string, callback: AssetCallback<T>): void;
  function readAsset(path: string, callback?: AssetCallback<T>): Promise<T> | undefined {
    const result = read(path);
    if (!callback) return result;
    settle(result, callback);
    return undefined;
  }
  return readAsset;
}

function settle<T>(promise: Promise<T>, callback: AssetCallback<T>): void {
  promise.then(
    // Outside of the promise chain, so that an error of the callback is not taken for a rejection.
    (result) => setImmediate(callback, null, result),
    (error: Error) => setImmediate(callback, error),
  );
}
