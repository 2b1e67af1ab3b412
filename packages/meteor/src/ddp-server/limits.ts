import { ConfigurationError } from '@bolide/runtime';

/** Bounds on what one client can make the server hold. Set in `Meteor.settings.packages['ddp-server']`. */
export interface Limits {
  /** Bytes of one message. A larger one closes the connection with 1009. Default 4 MiB. */
  readonly maxMessageSize: number;
  /** Characters of one message before `connect` has been answered. Default 16 Ki. */
  readonly maxFirstMessageSize: number;
  /** Levels of arrays and objects in a message. Default 200. */
  readonly maxNesting: number;
  /** Subscriptions that one connection can have at a time. Default 1,000. */
  readonly maxSubscriptions: number;
  /** Messages that wait for their turn on one connection. More close it with 1008. Default 100,000. */
  readonly maxQueuedMessages: number;
  /** Characters of the messages that wait. More close the connection with 1008. Default 16 Mi. */
  readonly maxQueuedSize: number;
  /** Methods and publish functions of one connection that run at the same time (after `unblock`); more wait. Default 1,000. */
  readonly maxRunning: number;
  /** Bytes that may wait for a slow reader before its connection is cut. Default 64 MiB. */
  readonly maxBufferedAmount: number;
  /** Milliseconds a client has to send `connect`. Default 45,000. */
  readonly connectTimeout: number;
}

export const defaultLimits: Limits = {
  maxMessageSize: 4 * 1024 * 1024,
  maxFirstMessageSize: 16 * 1024,
  maxNesting: 200,
  maxSubscriptions: 1000,
  maxQueuedMessages: 100_000,
  maxQueuedSize: 16 * 1024 * 1024,
  maxRunning: 1000,
  maxBufferedAmount: 64 * 1024 * 1024,
  connectTimeout: 45_000,
};

/**
 * The default limits with those of `settings` (the settings of `ddp-server`) in their place. Other members are ignored.
 * @throws ConfigurationError for a value that is not a whole number from 1 to 2^31 - 1.
 */
export function readLimits(settings: Readonly<Record<string, unknown>> = {}): Limits {
  const limits: Record<string, number> = { ...defaultLimits };
  for (const name of Object.keys(defaultLimits)) {
    const value = settings[name];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 0x7fffffff) {
      throw new ConfigurationError(
        `Settings packages.ddp-server.${name} must be a whole number from 1 to 2147483647, not ${JSON.stringify(value)}.`,
      );
    }
    limits[name] = value as number;
  }
  return limits as unknown as Limits;
}
