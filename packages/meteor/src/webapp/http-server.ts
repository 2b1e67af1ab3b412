import type { HostServer, HttpServerLike } from '@bolide/host';
import { currentHost } from '@bolide/runtime';
import { EarlyHttpServer } from './early-http-server.js';

let server: HostServer | undefined;
let early: EarlyHttpServer | undefined;

/** The server, made at the first call. Throws if there is no host yet. */
export function hostServer(): HostServer {
  if (!server) {
    server = currentHost().createServer();
    early?.becomes(server.httpServer);
  }
  return server;
}

/** `WebApp.httpServer`; a stand-in as long as there is no host. */
export function httpServer(): HttpServerLike {
  if (!server && !hasHost()) {
    early ??= new EarlyHttpServer();
    return early.server;
  }
  return hostServer().httpServer;
}

function hasHost(): boolean {
  try {
    currentHost();
    return true;
  } catch {
    return false;
  }
}
