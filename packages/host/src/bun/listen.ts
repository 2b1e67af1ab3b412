import type { Application, ListenTarget } from '../host.js';
import { applySocketRights, clearStaleSocket, listenError } from '../listen-target.js';
import { bunFeatures } from './bun-features.js';
import type { BunServer } from './bun-server.js';
import { serveRequests } from './requests.js';
import { IDLE_TIMEOUT } from './slow-bodies.js';
import type { BunHostSocket, SocketSurroundings } from './web-socket.js';

/** Bytes; default for {@link Application.maxWebSocketMessageSize}. */
const LARGEST_MESSAGE = 16 * 1024 * 1024;

/** Starts to accept connections. Rejects with a HostError. */
export async function listen(
  application: Application,
  target: ListenTarget,
  sockets: SocketSurroundings,
): Promise<BunServer> {
  if (!('port' in target)) await clearStaleSocket(target);
  const server = serve(application, target, sockets);
  if (!('port' in target)) {
    try {
      await applySocketRights(target);
    } catch (error) {
      void server.stop(true);
      throw error;
    }
  }
  return server;
}

function serve(application: Application, target: ListenTarget, sockets: SocketSurroundings): BunServer {
  const where =
    'port' in target
      ? {
          port: target.port,
          ...(target.hostname === undefined ? {} : { hostname: target.hostname }),
          ...(target.tls === undefined ? {} : { tls: target.tls }),
        }
      : { unix: target.unixSocketPath };
  const { editableHandshakes, bodyBackpressure } = bunFeatures();
  try {
    return Bun.serve<BunHostSocket>({
      ...where,
      development: false,
      // Outside development Bun shares a port with whoever asks, and a second server would go unnoticed.
      reusePort: false,
      idleTimeout: IDLE_TIMEOUT,
      // As on Node the size of a body is the business of whoever reads it.
      ...(bodyBackpressure ? { maxRequestBodySize: Number.MAX_SAFE_INTEGER } : {}),
      fetch: serveRequests(application, sockets),
      error: () => new Response('Internal Server Error', { status: 500 }),
      websocket: {
        maxPayloadLength: application.maxWebSocketMessageSize ?? LARGEST_MESSAGE,
        backpressureLimit: 0x7fff_ffff,
        closeOnBackpressureLimit: false,
        idleTimeout: 0,
        sendPings: false,
        // Each socket's route decides; the handshake of the others offers no compression.
        perMessageDeflate: editableHandshakes,
        open: (webSocket) => webSocket.data.opened(webSocket),
        message: (webSocket, data) => webSocket.data.received(data),
        drain: (webSocket) => webSocket.data.drained(),
        ping: (webSocket) => webSocket.data.alive(),
        pong: (webSocket) => webSocket.data.alive(),
        close: (webSocket, code, reason) => webSocket.data.closed(code, reason),
      },
    } as Bun.Serve.Options<BunHostSocket>);
  } catch (error) {
    throw listenError(error, target);
  }
}
