import type { Server } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import type { ListenAddress, ListenTarget } from '../host.js';
import { applySocketRights, certificateError, clearStaleSocket, listenAddress, listenError } from '../listen-target.js';

export interface Listening {
  readonly address: ListenAddress;
  /** Accepts the connections: the HTTP server itself, or the TLS server in front of it. */
  readonly acceptor: NetServer;
}

/**
 * Starts to accept connections. Rejects with a HostError.
 *
 * @param onConnection told of every connection, one that is still at its TLS handshake too
 */
export async function listen(
  httpServer: Server,
  target: ListenTarget,
  pathPrefix: string,
  onConnection: (socket: Socket) => void,
): Promise<Listening> {
  if (!('port' in target)) await clearStaleSocket(target);
  const acceptor = 'port' in target && target.tls ? await secureAcceptor(httpServer, target.tls) : httpServer;
  acceptor.on('connection', onConnection);
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void => reject(listenError(error, target));
    acceptor.once('error', refuse);
    const accept = (): void => {
      acceptor.off('error', refuse);
      // An error without a listener ends the process, and running out of file descriptors is no reason for that.
      acceptor.on('error', reportAtIntervals());
      resolve();
    };
    if (!('port' in target)) acceptor.listen(target.unixSocketPath, accept);
    else if (target.hostname === undefined) acceptor.listen(target.port, accept);
    else acceptor.listen(target.port, target.hostname, accept);
  });
  if (!('port' in target)) {
    try {
      await applySocketRights(target);
    } catch (error) {
      acceptor.close();
      throw error;
    }
  }
  const bound = acceptor.address();
  return {
    acceptor,
    address: listenAddress(target, typeof bound === 'object' && bound ? bound : undefined, pathPrefix),
  };
}

/** Milliseconds between two reports of connections that could not be accepted. */
const REPORT_INTERVAL = 10_000;

function reportAtIntervals(): (error: Error) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (now - last < REPORT_INTERVAL) return;
    last = now;
    console.error(`The server cannot accept connections: ${error.message}`);
  };
}

/**
 * The HTTP server exists before anyone knows whether it is to speak TLS, so TLS is a server in front of it that hands
 * over its connections (node:http documents emitting `connection` for this).
 */
async function secureAcceptor(
  httpServer: Server,
  { cert, key }: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array },
): Promise<NetServer> {
  const { createServer } = await import('node:tls');
  let acceptor: NetServer;
  try {
    acceptor = createServer({ cert: toPem(cert), key: toPem(key), ALPNProtocols: ['http/1.1'] }, (socket) =>
      httpServer.emit('connection', socket),
    );
  } catch (error) {
    throw certificateError(error);
  }
  Object.defineProperty(httpServer, 'listening', { configurable: true, get: () => acceptor.listening });
  httpServer.address = () => acceptor.address();
  acceptor.on('listening', () => httpServer.emit('listening'));
  acceptor.on('error', (error) => {
    if (httpServer.listenerCount('error') > 0) httpServer.emit('error', error);
  });
  acceptor.on('close', () => httpServer.emit('close'));
  return acceptor;
}

function toPem(value: string | Uint8Array): string | Buffer {
  return typeof value === 'string' ? value : Buffer.from(value);
}
