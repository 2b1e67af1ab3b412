import { SUPPORTED_DDP_VERSIONS } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import type { ConnectionOptions } from './types.js';

type Defaulted =
  | 'onConnected'
  | 'onDDPVersionNegotiationFailure'
  | 'heartbeatInterval'
  | 'heartbeatTimeout'
  | 'reloadWithOutstanding'
  | 'supportedDDPVersions'
  | 'retry'
  | 'respondToPings'
  | 'bufferedWritesInterval'
  | 'bufferedWritesMaxAge';

export type ResolvedConnectionOptions = ConnectionOptions & {
  [Name in Defaulted]-?: NonNullable<ConnectionOptions[Name]>;
};

/** Puts the defaults in. Options that are `undefined` count as missing. */
export function resolveConnectionOptions(options: ConnectionOptions = {}): ResolvedConnectionOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return {
    onConnected: () => {},
    onDDPVersionNegotiationFailure: (description) => Meteor._debug(description),
    heartbeatInterval: 17_500,
    heartbeatTimeout: 15_000,
    reloadWithOutstanding: false,
    supportedDDPVersions: SUPPORTED_DDP_VERSIONS,
    retry: true,
    respondToPings: true,
    bufferedWritesInterval: 5,
    bufferedWritesMaxAge: 500,
    ...given,
  };
}
