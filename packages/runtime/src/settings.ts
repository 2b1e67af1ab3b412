import { ConfigurationError } from './configuration-error.js';
import { jsonErrorPosition } from './json-error-position.js';
import { runningBundle } from './running-bundle.js';

type Json = Record<string, unknown>;

/** `Meteor.settings`. `public` is always there, and is what clients get. */
export type Settings = Json & { public: Json };

const PREFIX = 'METEOR_SETTINGS_';

/**
 * `Meteor.settings` on the server. From the weakest to the strongest: the bundle's defaults (`meteor.settings` of
 * package.json), METEOR_SETTINGS, and METEOR_SETTINGS_<PATH> for single values. Objects are merged, anything else is replaced.
 *
 * `METEOR_SETTINGS_PUBLIC_THEME=dark` sets `public.theme`: `_` separates the keys. A key is matched with those that exist
 * without regard to case (`APIURL` sets `apiUrl`); a new one is written in lower case. The value is JSON if it can be read
 * as JSON, else text.
 *
 * @param env default: `process.env`
 * @throws ConfigurationError that names the variable and the place, never the value: settings hold secrets
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const settings: Json = {};
  merge(settings, runningBundle()?.manifest.settings ?? {});
  if (env.METEOR_SETTINGS?.trim()) merge(settings, parse('METEOR_SETTINGS', env.METEOR_SETTINGS));
  for (const name of Object.keys(env).sort()) {
    const value = env[name];
    if (name.startsWith(PREFIX) && value !== undefined) override(settings, name, value);
  }
  if (!isObject(settings.public)) settings.public = {};
  return settings as Settings;
}

function parse(name: string, text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column, reason, offset } = jsonErrorPosition(text) ?? { line: 1, column: 1, reason: '', offset: 0 };
    throw new ConfigurationError(
      `${name} are not valid JSON. Line ${line}, column ${column}: ${reason}, near ${excerpt(text, offset)} (letters and digits hidden).`,
    );
  }
  if (!isObject(value)) {
    const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;
    throw new ConfigurationError(`${name} is ${kind}. It must be a JSON object, e.g. {"public":{"name":"value"}}.`);
  }
  return value;
}

/** The text around `offset` with everything hidden that could be part of a secret. */
function excerpt(text: string, offset: number): string {
  const hide = (part: string) => part.replace(/[^\s{}[\]",:]/g, '*').replace(/\s+/g, ' ');
  return `\`${hide(text.slice(Math.max(0, offset - 12), offset))}»${hide(text.slice(offset, offset + 12))}\``;
}

function merge(target: Json, source: Readonly<Json>): void {
  for (const [key, value] of Object.entries(source)) {
    if (key === '__proto__') continue;
    const present = Object.hasOwn(target, key) ? target[key] : undefined;
    if (!isObject(value)) target[key] = structuredClone(value);
    else if (isObject(present)) merge(present, value);
    else {
      const copy = {};
      merge(copy, value);
      target[key] = copy;
    }
  }
}

function override(settings: Json, name: string, text: string): void {
  const path = name.slice(PREFIX.length).split('_').filter(Boolean);
  const last = path.pop();
  if (last === undefined) return;
  let object = settings;
  for (const part of path) {
    const key = matchingKey(object, part);
    const present = Object.hasOwn(object, key) ? object[key] : undefined;
    const next = isObject(present) ? present : {};
    object[key] = next;
    object = next;
  }
  object[matchingKey(object, last)] = parseValue(text);
}

/** Variables are written in capitals, settings mostly in camel case. */
function matchingKey(object: Json, part: string): string {
  const lower = part.toLowerCase();
  if (Object.hasOwn(object, lower)) return lower;
  return Object.keys(object).find((key) => key.toLowerCase() === lower) ?? lower;
}

function parseValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // A long number is an id or a key, and would lose digits.
    return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? text : value;
  } catch {
    return text;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
