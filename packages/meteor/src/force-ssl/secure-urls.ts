import { Meteor } from '@bolide/meteor/meteor';

/** As in Meteor the package does nothing in development, where there is no TLS. */
export const isForced = (): boolean => Meteor.isProduction;

/** Lets `Meteor.absoluteUrl` give `https:` URLs. */
export function makeUrlsSecure(): void {
  if (isForced()) Meteor.absoluteUrl.defaultOptions.secure = true;
}
