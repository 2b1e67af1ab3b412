import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { HostServer, HttpServerLike, ListenAddress, ListenTarget } from '../host.js';
import { type Application, HostError } from '../host.js';
import { IdleSweep } from '../idle-sweep.js';
import { refuseOnSocket, statusOfParserError } from '../node-style/error-pages.js';
import { type Listening, listen } from './listen.js';
import { serveRequests } from './requests.js';
import { stop } from './stop.js';
import { serveUpgrades } from './upgrades.js';
import { NodeWebSockets } from './web-socket.js';

/** A host server on `node:http`. */
export function createServer(): HostServer {
  const httpServer = createHttpServer();
  httpServer.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else refuseOnSocket(socket as Socket, statusOfParserError(error));
  });

  const connections = new Set<Socket>();
  const remember = (socket: Socket): void => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  };

  let application: Application | undefined;
  let listening: Listening | undefined;
  let webSockets: NodeWebSockets | undefined;
  let stopping: Promise<void> | undefined;
  const state = { isStopping: false };

  return {
    httpServer: httpServer as unknown as HttpServerLike,

    async listen(served: Application, target: ListenTarget): Promise<ListenAddress> {
      if (application !== undefined) throw new HostError('EALREADY', 'this server was told to listen before');
      application = served;
      webSockets = new NodeWebSockets(new IdleSweep(), served.onError);
      serveRequests(httpServer, served, state);
      serveUpgrades(httpServer, served, webSockets, state);
      listening = await listen(httpServer, target, served.pathPrefix, remember);
      return listening.address;
    },

    stop(deadline = 10_000): Promise<void> {
      state.isStopping = true;
      stopping ??= stop({ httpServer, listening, application, webSockets, connections, deadline });
      return stopping;
    },
  };
}
