import type { RequestInfo, WebSocketRoute } from './host.js';

/** Clients offer a few; the bound keeps a long header from costing much. */
const MAXIMUM_OFFERED = 32;

/** The sub-protocol a route takes out of a Sec-WebSocket-Protocol header; `undefined`: none. */
export function chooseSubProtocol(
  route: WebSocketRoute,
  header: string | undefined,
  request: RequestInfo,
): string | undefined {
  if (header === undefined || route.selectProtocol === undefined) return undefined;
  const offered = header
    .split(',', MAXIMUM_OFFERED)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const chosen = route.selectProtocol(offered, request);
  return chosen !== undefined && offered.includes(chosen) ? chosen : undefined;
}
