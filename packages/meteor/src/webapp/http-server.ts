import type { HostServer } from '@bolide/host';
import { currentHost } from '@bolide/runtime';

let server: HostServer | undefined;

/** The server, made at the first call. Throws if there is no host yet. */
export function hostServer(): HostServer {
  server ??= currentHost().createServer();
  return server;
}
