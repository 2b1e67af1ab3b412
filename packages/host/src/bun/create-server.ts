import { type Application, HostError, type HostServer, type ListenAddress, type ListenTarget } from '../host.js';
import { IdleSweep } from '../idle-sweep.js';
import { listenAddress } from '../listen-target.js';
import type { BunServer } from './bun-server.js';
import { BunHttpServer } from './http-server.js';
import { listen } from './listen.js';
import { stop } from './stop.js';
import type { SocketSurroundings } from './web-socket.js';

/** A host server on `Bun.serve`. */
export function createServer(): HostServer {
  let application: Application | undefined;
  let server: BunServer | undefined;
  let sockets: SocketSurroundings | undefined;
  let stopping: Promise<void> | undefined;

  const stopServer = (deadline = 10_000): Promise<void> => {
    stopping ??= (async () => {
      if (server === undefined || application === undefined || sockets === undefined) return;
      await stop(server, application, sockets, deadline);
      httpServer.setClosed();
    })();
    return stopping;
  };
  const httpServer = new BunHttpServer(stopServer);

  return {
    httpServer,

    async listen(served: Application, target: ListenTarget): Promise<ListenAddress> {
      if (application !== undefined) throw new HostError('EALREADY', 'this server was told to listen before');
      application = served;
      sockets = { open: new Set(), idle: new IdleSweep(), onError: served.onError };
      server = await listen(served, target, sockets);
      if (!('port' in target)) {
        httpServer.setListening(target.unixSocketPath);
        return listenAddress(target, undefined, served.pathPrefix);
      }
      // Without a host name Bun binds every address, and calls it `localhost`.
      const address = target.hostname ?? '::';
      const port = server.port ?? target.port;
      httpServer.setListening({ address, port, family: address.includes(':') ? 'IPv6' : 'IPv4' });
      return listenAddress(target, { address, port }, served.pathPrefix);
    },

    stop: stopServer,
  };
}
