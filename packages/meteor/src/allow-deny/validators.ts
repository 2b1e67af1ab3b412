import { Meteor } from '@bolide/meteor/meteor';
import { LocalCollection } from '@bolide/meteor/minimongo';
import type { AllowDenyOptions, RestrictableCollection, Validator, Validators, WriteName } from './types.js';

const KEYS = new Set(['insert', 'update', 'remove', 'insertAsync', 'updateAsync', 'removeAsync', 'fetch', 'transform']);

export function createValidators(): Validators {
  return {
    insert: { allow: [], deny: [] },
    update: { allow: [], deny: [] },
    remove: { allow: [], deny: [] },
    fetch: [],
    fetchAllFields: false,
  };
}

/**
 * Adds the rules of one call of `allow` or `deny`. From then on what no rule allows is refused.
 * @throws Error for options that make no sense.
 */
export function addValidators(
  collection: RestrictableCollection,
  kind: 'allow' | 'deny',
  options: AllowDenyOptions<never>,
): void {
  for (const key of Object.keys(options)) {
    if (!KEYS.has(key)) throw new Error(`${kind}: Invalid key: ${key}`);
    if (key.endsWith('Async')) {
      Meteor.deprecate(`${kind}: "${key}" is deprecated. Use "${withoutAsync(key)}" instead.`);
    }
  }
  collection._validators ??= createValidators();
  collection._restricted = true;
  for (const [key, rule] of Object.entries(options)) {
    if (key === 'fetch' || key === 'transform') continue;
    if (typeof rule !== 'function') throw new Error(`${kind}: Value for \`${key}\` must be a function`);
    collection._validators[withoutAsync(key) as WriteName][kind].push(createValidator(collection, rule, options));
  }
  const needsDocuments = options.update || options.remove || options.updateAsync || options.removeAsync;
  if (!needsDocuments && !options.fetch) return;
  if (options.fetch && !Array.isArray(options.fetch)) throw new Error(`${kind}: Value for \`fetch\` must be an array`);
  updateFetch(collection._validators, options.fetch);
}

function withoutAsync(key: string): string {
  return key.replace(/Async$/, '');
}

function createValidator(
  collection: RestrictableCollection,
  rule: (...args: never[]) => unknown,
  { transform }: AllowDenyOptions<never>,
): Validator {
  // The function of the application may be given to several collections: the transform is not put on itself.
  const validator = (...args: unknown[]) => rule(...(args as never[]));
  return Object.assign(validator, {
    transform: LocalCollection.wrapTransform(transform === undefined ? collection._transform : transform),
  });
}

/** Takes note of the fields that rules need. `undefined`: all. */
export function updateFetch(validators: Validators, fields: readonly string[] | undefined): void {
  if (validators.fetchAllFields) return;
  if (fields) validators.fetch = [...new Set([...validators.fetch, ...fields])];
  else validators.fetchAllFields = true;
}
