import type { RequestInfo } from '@bolide/host';
import { WebAppInternals } from '@bolide/meteor/webapp';
import type { Server } from '../meteor-server.js';
import { readCompression } from './compression.js';
import { sockJSInfo } from './sockjs-info.js';
import { createSockJSTransport } from './sockjs-websocket.js';
import type { TransportOptions } from './transport.js';
import { createWebSocketTransport } from './websocket.js';

/**
 * Opens the server's endpoints in webapp: `/websocket`, and unless `DISABLE_SOCKJS` is set `/sockjs/…` for old clients.
 * @throws ConfigurationError for an environment variable that is not what it must be.
 */
export function openEndpoints(server: Server, env: NodeJS.ProcessEnv): void {
  const options: TransportOptions = {
    maxMessageSize: server.limits.maxMessageSize,
    maxBufferedAmount: server.limits.maxBufferedAmount,
    compression: readCompression(env.SERVER_WEBSOCKET_COMPRESSION),
  };
  const isSockJSDisabled = Boolean(env.DISABLE_SOCKJS);
  const webSocket = createWebSocketTransport(server, server.stream_server, options, isSockJSDisabled);
  WebAppInternals.addWebSocketRoute(webSocket.matches, webSocket.route);
  if (!isSockJSDisabled) {
    const sockJS = createSockJSTransport(server, server.stream_server, options);
    WebAppInternals.addWebSocketRoute(sockJS.matches, sockJS.route);
    const info = { cookieNeeded: Boolean(env.USE_JSESSIONID), disableCORS: Boolean(env.DISABLE_SOCKJS_CORS) };
    WebAppInternals.addRequestHandler('/sockjs/info', (request: RequestInfo) => sockJSInfo(request, info));
  }
  WebAppInternals.onStopping(() => server.stop());
}
