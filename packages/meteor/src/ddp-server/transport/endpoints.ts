import type { RequestInfo, WebSocketRoute } from '@bolide/host';
import { readVariable } from '@bolide/runtime';
import type { Server } from '../meteor-server.js';
import { readCompression } from './compression.js';
import { sockJSInfo } from './sockjs-info.js';
import { createSockJSTransport } from './sockjs-websocket.js';
import type { TransportOptions } from './transport.js';
import { createWebSocketTransport } from './websocket.js';

/** Where endpoints are registered: `WebAppInternals` is one. */
export interface EndpointRegistry {
  addWebSocketRoute(match: (path: string) => boolean, route: WebSocketRoute): void;
  addRequestHandler(path: string, handler: (request: RequestInfo) => Response): void;
  onStopping(callback: () => void | Promise<void>): void;
}

/** Answers a request for `/websocket` that is no upgrade. */
function upgradeRequired(): Response {
  return new Response('This is the address of a WebSocket.\n', {
    status: 426,
    headers: { upgrade: 'websocket', connection: 'Upgrade', 'content-type': 'text/plain; charset=utf-8' },
  });
}

/**
 * Opens the server's endpoints: `/websocket`, and unless `DISABLE_SOCKJS` is set `/sockjs/…` for old clients.
 * @throws ConfigurationError for an environment variable that is not what it must be.
 */
export function openEndpoints(server: Server, registry: EndpointRegistry, env: NodeJS.ProcessEnv): void {
  const options: TransportOptions = {
    maxMessageSize: server.limits.maxMessageSize,
    maxBufferedAmount: server.limits.maxBufferedAmount,
    compression: readCompression(env.SERVER_WEBSOCKET_COMPRESSION),
  };
  const isSockJSDisabled = readVariable('DISABLE_SOCKJS', env);
  const webSocket = createWebSocketTransport(server, server.stream_server, options, isSockJSDisabled);
  registry.addWebSocketRoute(webSocket.matches, webSocket.route);
  registry.addRequestHandler('/websocket', upgradeRequired);
  if (!isSockJSDisabled) {
    const sockJS = createSockJSTransport(server, server.stream_server, options);
    registry.addWebSocketRoute(sockJS.matches, sockJS.route);
    const info = { cookieNeeded: Boolean(env.USE_JSESSIONID), disableCORS: Boolean(env.DISABLE_SOCKJS_CORS) };
    registry.addRequestHandler('/sockjs/info', (request) => sockJSInfo(request, info));
    registry.addRequestHandler('/sockjs/websocket', upgradeRequired);
  }
  registry.onStopping(() => server.stop());
}
