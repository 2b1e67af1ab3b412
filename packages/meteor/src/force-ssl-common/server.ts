import type { IncomingHttpHeaders } from 'node:http';
import { readForwarded } from './forwarded.js';

/** node's request, or the parts of it that are looked at. */
export interface ConnectionRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket?: ConnectionSocket | null | undefined;
  readonly connection?: ConnectionSocket | null | undefined;
}

export interface ConnectionSocket {
  readonly remoteAddress?: string | null | undefined;
  readonly encrypted?: boolean | undefined;
  /** Of TLS sockets in very old versions of node; tests still use it. */
  readonly pair?: unknown;
}

const LOCAL = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|localhost)$/i;

/** Whether client, server and all proxies between them are on this machine. */
export function isLocalConnection(request: ConnectionRequest): boolean {
  const remote = request.connection?.remoteAddress || request.socket?.remoteAddress || '';
  return [remote, ...readForwarded(request.headers).addresses].every((address) => LOCAL.test(address));
}

/** Whether the request came by TLS, to this server or to a proxy in front of it. */
export function isSslConnection(request: ConnectionRequest): boolean {
  const socket = request.connection ?? request.socket;
  if (socket?.encrypted || socket?.pair) return true;
  return readForwarded(request.headers).protocols.some((protocol) => protocol === 'https' || protocol === 'wss');
}
