import { Meteor } from '@bolide/meteor/meteor';
import { ConfigurationError, readVariable } from '@bolide/runtime';

export type ReactivityName = 'changeStreams' | 'oplog' | 'polling';

const NAMES: readonly ReactivityName[] = ['changeStreams', 'oplog', 'polling'];

/**
 * The observe drivers in the order in which they are tried for a query: METEOR_REACTIVITY_ORDER, separated by commas,
 * else `packages.mongo.reactivity` of the settings, else change streams, then polling.
 *
 * @throws ConfigurationError for names that are none.
 */
export function readReactivityOrder(env: NodeJS.ProcessEnv = process.env): readonly ReactivityName[] {
  const text = readVariable('METEOR_REACTIVITY_ORDER', env);
  if (text)
    return check(
      text.split(',').map((name) => name.trim()),
      `METEOR_REACTIVITY_ORDER is "${text}"`,
    );
  const fromSettings: unknown = Meteor.settings.packages?.mongo?.reactivity;
  if (fromSettings === undefined) return NAMES;
  return check(
    Array.isArray(fromSettings) ? fromSettings : [fromSettings],
    `packages.mongo.reactivity of the settings is ${JSON.stringify(fromSettings)}`,
  );
}

function check(names: readonly unknown[], what: string): readonly ReactivityName[] {
  if (names.length > 0 && names.every((name) => NAMES.includes(name as ReactivityName))) {
    return names as readonly ReactivityName[];
  }
  throw new ConfigurationError(`${what}. It must name some of ${NAMES.join(', ')}, in the order to try them.`);
}
