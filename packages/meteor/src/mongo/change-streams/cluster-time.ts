/** A time of the database's log as one number, so that times can be compared. */
export type ClusterTime = bigint;

/** @param timestamp A Timestamp of the driver. */
export function clusterTimeOf(timestamp: unknown): ClusterTime {
  const { t, i } = timestamp as { t: number; i: number };
  return (BigInt(t) << 32n) | BigInt(i);
}

/**
 * The time up to which a change stream has seen everything when it gives this resume token. Tokens of MongoDB and of
 * the embedded database begin with a byte for their kind, and then have the time; of others nothing is known.
 */
export function clusterTimeOfToken(token: unknown): ClusterTime | undefined {
  const data = (token as { _data?: unknown } | null)?._data;
  if (typeof data !== 'string' || !/^(82|42)[0-9a-f]{16}/i.test(data)) return undefined;
  return BigInt(`0x${data.slice(2, 18)}`);
}
