import type { SocketLike } from './types.js';
import { toWebsocketUrl } from './urls.js';
import type { StreamPlatform } from './web-socket-stream.js';

interface RuntimeConfig {
  ROOT_URL?: string;
  ROOT_URL_PATH_PREFIX?: string;
}

/** The root of the site that this page belongs to. */
function siteRoot(): string {
  const config = (globalThis as { __meteor_runtime_config__?: RuntimeConfig }).__meteor_runtime_config__ ?? {};
  const origin = globalThis.location?.origin;
  // The page's own origin, not ROOT_URL: a site can be reached under several names, and its cookies and its
  // content security policy are about the name in the address bar. Pages from a file have no such origin.
  if (origin && /^https?:/.test(origin)) return origin + (config.ROOT_URL_PATH_PREFIX ?? '');
  return config.ROOT_URL ?? 'http://localhost:3000';
}

export const browserPlatform: StreamPlatform = {
  translateUrl: (url) => toWebsocketUrl(url, siteRoot()),
  open: (address) => new WebSocket(address) as SocketLike,
};
