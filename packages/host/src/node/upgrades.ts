import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Application } from '../host.js';
import { refuseOnSocket } from '../node-style/error-pages.js';
import { stripPrefix, targetPath } from '../request-target.js';
import { NodeRequestInfo } from './request-info.js';
import type { NodeWebSockets } from './web-socket.js';

/** Hands WebSocket handshakes to the routes of an application. */
export function serveUpgrades(
  httpServer: Server,
  application: Application,
  webSockets: NodeWebSockets,
  state: { readonly isStopping: boolean },
): void {
  httpServer.on('upgrade', (request: IncomingMessage, duplex, head: Buffer) => {
    const socket = duplex as Socket;
    socket.on('error', () => socket.destroy());
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      answerWithoutUpgrade(httpServer, request, socket);
      return;
    }
    if (state.isStopping) {
      refuseOnSocket(socket, 503);
      return;
    }
    const full = targetPath(request.url as string);
    const path = full === undefined ? undefined : stripPrefix(full, application.pathPrefix);
    const info = path === undefined ? undefined : new NodeRequestInfo(request, path, application.forwardedCount);
    const fail = (error: unknown): void => {
      application.onError(error, info ?? new NodeRequestInfo(request, '/', application.forwardedCount));
      refuseOnSocket(socket, 500);
    };
    try {
      const route = info && application.webSocket(info);
      if (route !== undefined && info !== undefined) {
        webSockets.upgrade(request, socket, head, info, route).catch(fail);
      } else if (httpServer.listenerCount('upgrade') === 1) {
        // Apps attach servers of their own to `httpServer`; with those, a path that is not ours may be theirs.
        refuseOnSocket(socket, 404);
      }
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * An offer of another protocol (`Upgrade: h2c`, as Java's client sends it) may be ignored. node:http has let go of
 * the connection, so the request gets an ordinary answer and the connection ends with it.
 */
function answerWithoutUpgrade(httpServer: Server, request: IncomingMessage, socket: Socket): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuseOnSocket(socket, 501);
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => {
    response.detachSocket(socket);
    socket.destroySoon();
  });
  httpServer.emit('request', request, response);
}
