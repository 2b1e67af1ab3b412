import { type AssetsApi, createAssets } from './assets.js';
import { createNpm, type NpmApi } from './npm-require.js';

export interface PackageContext {
  readonly Npm: NpmApi;
  readonly Assets: AssetsApi;
}

const contexts = new Map<string | null, PackageContext>();

/**
 * `Npm` and `Assets` as one package sees them, or with `null` the app. Generated modules call it once and keep the
 * result in module scope, so both stay right at any time, also after boot and in concurrent calls.
 */
export function packageContext(name: string | null): PackageContext {
  let context = contexts.get(name);
  if (!context) {
    context = { Npm: createNpm(name), Assets: createAssets(name) };
    contexts.set(name, context);
  }
  return context;
}
