import { BundleError } from './bundle-error.js';
import { isBundlePath } from './bundle-path.js';
import { REBUILD } from './read-json.js';

type Json = Record<string, unknown>;

/** Checks values read from one file; each failure is a {@link BundleError} that names the file and the place in it. */
export class ShapeChecker {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  fail(place: string, value: unknown, expected: string): never {
    throw new BundleError(this.#file, `"${place}" is ${show(value)}, but it must be ${expected}.`, REBUILD);
  }

  object(place: string, value: unknown): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.fail(place, value, 'an object');
    return value as Json;
  }

  array(place: string, value: unknown): unknown[] {
    if (!Array.isArray(value)) this.fail(place, value, 'an array');
    return value;
  }

  string(place: string, value: unknown): string {
    if (typeof value !== 'string' || value === '') this.fail(place, value, 'a text');
    return value;
  }

  optionalString(place: string, value: unknown): void {
    if (value !== undefined) this.string(place, value);
  }

  oneOf(place: string, value: unknown, choices: readonly string[]): void {
    if (!choices.includes(value as string))
      this.fail(place, value, choices.map((choice) => `"${choice}"`).join(' or '));
  }

  /** A path that stays inside of the bundle. */
  path(place: string, value: unknown): void {
    if (!isBundlePath(value)) {
      this.fail(place, value, 'a relative path with forward slashes that stays inside of the bundle');
    }
  }

  /** An object whose values are paths. */
  paths(place: string, value: unknown): void {
    const table = this.object(place, value);
    for (const key of Object.keys(table)) this.path(`${place}.${key}`, table[key]);
  }
}

function show(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
