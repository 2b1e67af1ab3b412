import { ConfigurationError } from './configuration-error.js';
import { runningBundle } from './running-bundle.js';

export type Settings = Record<string, unknown> & { public: Record<string, unknown> };

/** `Meteor.settings` on the server: METEOR_SETTINGS, or else the bundle's defaults. `public` always exists. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  let settings: unknown = structuredClone(runningBundle()?.manifest.settings ?? {});
  if (env.METEOR_SETTINGS) {
    try {
      settings = JSON.parse(env.METEOR_SETTINGS);
    } catch {
      throw new ConfigurationError('METEOR_SETTINGS are not valid JSON.');
    }
  }
  const result = settings as Settings;
  result.public ??= {};
  return result;
}
