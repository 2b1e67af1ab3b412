import { Meteor } from '@bolide/meteor/meteor';
import type { Document } from '@bolide/meteor/minimongo';
import { ConfigurationError } from '@bolide/runtime';
import { Mongo } from '../mongo.js';

/**
 * Options for the driver: as in Meteor, fields that are `undefined` are not stored. Then `packages.mongo.options` of the
 * settings, then those that the app has set by `Mongo.setConnectionOptions`.
 */
export function connectionOptions(): Document {
  const fromSettings: unknown = Meteor.settings.packages?.mongo?.options;
  if (fromSettings !== undefined && (typeof fromSettings !== 'object' || Array.isArray(fromSettings))) {
    throw new ConfigurationError(
      `packages.mongo.options of the settings is ${JSON.stringify(fromSettings)}. It must be an object of options of the MongoDB driver.`,
    );
  }
  return { ignoreUndefined: true, ...(fromSettings as object | null), ...Mongo._connectionOptions };
}
