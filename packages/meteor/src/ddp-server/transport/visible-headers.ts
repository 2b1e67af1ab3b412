import type { RequestInfo } from '@bolide/host';

/** The headers that apps see. Cookies are not among them: a page of any origin can open a socket with the user's. */
const names = [
  'referer',
  'x-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-cluster-client-ip',
  'via',
  'x-real-ip',
  'x-forwarded-proto',
  'x-ssl',
  'dnt',
  'host',
  'user-agent',
  'accept-language',
];

/** What `connection.httpHeaders` shows of the request that opened a socket. */
export function visibleHeaders(request: RequestInfo): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = request.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
