/** A connection string that can be shown: without its password. */
export function maskPassword(url: unknown): string {
  return String(url).replace(/^([^:/]+:\/\/[^:@/]*):.*@/, '$1:***@');
}
