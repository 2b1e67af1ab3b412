import { join } from 'node:path';
import {
  Boilerplate,
  type BoilerplateData,
  type BoilerplateManifest,
  type BoilerplateOptions,
} from '@bolide/meteor/boilerplate-generator';
import { Meteor } from '@bolide/meteor/meteor';
import { readEnvironment } from '@bolide/runtime';
import { clientPrograms, programDirectory } from './client-programs.js';
import { onInvalidate } from './invalidation.js';
import { additionalStaticJs, pageOptions } from './page-options.js';
import { encodeRuntimeConfig, rootUrlPathPrefix, runtimeConfig, sha1, updatedNotifyHooks } from './runtime-config.js';

const boilerplates = new Map<string, Boilerplate>();
/** Arches whose configuration was made since the runtime config hooks last saw it. */
export const updatedArches = new Set<string>();

onInvalidate(() => boilerplates.clear());

/** The boilerplate of an arch whose program there is. */
export function boilerplateFor(arch: string): Boilerplate {
  let boilerplate = boilerplates.get(arch);
  if (!boilerplate) {
    const program = clientPrograms()[arch];
    if (!program) throw new Error(`No client program found for the ${arch} architecture.`);
    const overrides = configOverrides(arch);
    boilerplate = generateBoilerplateInstance(arch, program.manifest, { runtimeConfigOverrides: overrides });
    boilerplates.set(arch, boilerplate);
    program.meteorRuntimeConfig = JSON.stringify({ ...runtimeConfig(), ...overrides });
    program.refreshableAssets = boilerplate.baseData.css.map(({ url }) => ({ url: pageOptions.rewriteUrl(url) }));
  }
  return boilerplate;
}

export interface InstanceOptions extends BoilerplateOptions {
  readonly runtimeConfigOverrides?: Record<string, unknown>;
}

/** Makes a boilerplate for any manifest. The server's configuration is not changed by it. */
export function generateBoilerplateInstance(
  arch: string,
  manifest: BoilerplateManifest,
  { runtimeConfigOverrides, ...options }: InstanceOptions = {},
): Boilerplate {
  updatedArches.add(arch);
  const config = { ...runtimeConfig(), ...runtimeConfigOverrides };
  for (const { callback } of updatedNotifyHooks.callbacks) callback({ arch, manifest, runtimeConfig: config });
  const meteorRuntimeConfig = encodeRuntimeConfig(config);
  const baseDataExtension: Partial<BoilerplateData> = {
    additionalStaticJs: Object.entries(additionalStaticJs).map(([pathname, contents]) => ({ pathname, contents })),
    meteorRuntimeConfig,
    meteorRuntimeHash: sha1(meteorRuntimeConfig),
    meteorRuntimeConfigPath: runtimeConfigPath(arch),
    rootUrlPathPrefix: rootUrlPathPrefix(),
    bundledJsCssUrlRewriteHook: pageOptions.rewriteUrl,
    sriMode: pageOptions.sriMode,
    inlineScriptsAllowed: pageOptions.inlineScriptsAllowed,
  };
  return new Boilerplate(arch, manifest, {
    pathMapper: (path) => join(programDirectory(arch), path),
    ...options,
    baseDataExtension: { ...baseDataExtension, ...options.baseDataExtension },
  });
}

/**
 * Where the script with an arch's configuration is served. The table of files knows no browsers, so all arches but the
 * first one name themselves.
 */
export function runtimeConfigPath(arch: string): string {
  const [first = arch] = Object.keys(clientPrograms());
  return arch === first ? '/meteor_runtime_config.js' : `/__${arch.replace(/^web\./, '')}/meteor_runtime_config.js`;
}

function configOverrides(arch: string): Record<string, unknown> {
  if (arch !== 'web.cordova') return { isModern: arch !== 'web.browser.legacy' };
  const { MOBILE_DDP_URL, MOBILE_ROOT_URL } = readEnvironment();
  const rootUrl = MOBILE_ROOT_URL ?? Meteor.absoluteUrl();
  // Files of a mobile app come from the device, so these must name the server. absoluteUrl knows about force-ssl.
  return {
    DDP_DEFAULT_CONNECTION_URL: MOBILE_DDP_URL ?? rootUrl,
    ROOT_URL: rootUrl,
  };
}
