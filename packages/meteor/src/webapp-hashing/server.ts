import { createHash } from 'node:crypto';

/** What the hash of a client program is made of, per file of its manifest. */
export interface HashedResource {
  readonly path: string;
  readonly where: string;
  readonly type: string;
  readonly hash?: string;
  readonly replaceable?: boolean;
}

export type HashFilter = (type: string, replaceable: boolean | undefined) => boolean | undefined;

/**
 * sha-1 (hex) of everything a browser loads: the runtime configuration and the files of the manifest.
 * It changes whenever something that the browser sees changes.
 * @param includeFilter takes only the files for which it is true; default: all.
 * @param runtimeConfigOverride is hashed instead of `__meteor_runtime_config__` without its autoupdate versions.
 */
function calculateClientHash(
  manifest: readonly HashedResource[],
  includeFilter?: HashFilter | null,
  runtimeConfigOverride?: Readonly<Record<string, unknown>> | null,
): string {
  const hash = createHash('sha1');
  hash.update(JSON.stringify(runtimeConfigOverride ?? currentConfig()));
  for (const resource of manifest) {
    if (resource.where !== 'client' && resource.where !== 'internal') continue;
    if (includeFilter && !includeFilter(resource.type, resource.replaceable)) continue;
    hash.update(resource.path);
    hash.update(resource.hash ?? '');
  }
  return hash.digest('hex');
}

/** The configuration without what is itself derived from the hash. */
function currentConfig(): Record<string, unknown> {
  const { autoupdateVersion, autoupdateVersionRefreshable, autoupdateVersionCordova, ...config } =
    (globalThis as { __meteor_runtime_config__?: Record<string, unknown> }).__meteor_runtime_config__ ?? {};
  return config;
}

/** sha-1 (hex) of a Cordova platform's version and its plugins' versions, whatever their order. */
function calculateCordovaCompatibilityHash(
  platformVersion: string,
  pluginVersions: Readonly<Record<string, string>>,
): string {
  const hash = createHash('sha1').update(platformVersion);
  for (const plugin of Object.keys(pluginVersions).sort()) hash.update(plugin).update(pluginVersions[plugin] ?? '');
  return hash.digest('hex');
}

export const WebAppHashing = { calculateClientHash, calculateCordovaCompatibilityHash };
