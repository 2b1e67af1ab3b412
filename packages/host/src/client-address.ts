/**
 * The address of the client behind `forwardedCount` trusted proxies, by Meteor's rule for HTTP_FORWARDED_COUNT.
 *
 * Each proxy appends the address it was asked from, so the entry that the outermost trusted proxy wrote is the
 * `forwardedCount`-th from the right; everything left of it was sent by the client and means nothing.
 *
 * @param socketAddress address of the peer of the TCP connection; `''` for a Unix socket
 * @param forwardedFor value of X-Forwarded-For, several headers joined with commas
 * @returns the peer's address when no proxy is trusted or the list is shorter than the number of proxies
 */
export function clientAddress(socketAddress: string, forwardedFor: string | undefined, forwardedCount: number): string {
  const peer = withoutMapping(socketAddress);
  if (forwardedCount < 1 || forwardedFor === undefined) return peer;
  let end = forwardedFor.length;
  for (let skip = forwardedCount - 1; skip > 0; skip--) {
    const comma = forwardedFor.lastIndexOf(',', end - 1);
    if (comma === -1 || end === 0) return peer;
    end = comma;
  }
  const begin = end === 0 ? 0 : forwardedFor.lastIndexOf(',', end - 1) + 1;
  const entry = forwardedFor.slice(begin, end).trim();
  return entry === '' ? peer : entry;
}

/**
 * Whether the client's own connection was encrypted: X-Forwarded-Proto counts only when a proxy is trusted, and of
 * several values the one that the outermost trusted proxy wrote.
 */
export function isEncrypted(
  socketEncrypted: boolean,
  forwardedProtocol: string | undefined,
  forwardedCount: number,
): boolean {
  if (forwardedCount < 1 || forwardedProtocol === undefined) return socketEncrypted;
  const values = forwardedProtocol.split(',', 64);
  // Proxies often set one value instead of appending; then the last one is all there is.
  const value = values[Math.max(0, values.length - forwardedCount)] as string;
  return value.trim().toLowerCase() === 'https';
}

/** IPv4 addresses read `::ffff:127.0.0.1` on a dual-stack socket. Clients know them without the mapping. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.indexOf('.') !== -1 ? address.slice(7) : address;
}
