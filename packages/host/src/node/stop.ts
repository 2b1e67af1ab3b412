import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Application } from '../host.js';
import type { Listening } from './listen.js';
import type { NodeWebSockets } from './web-socket.js';

interface Stopped {
  readonly httpServer: Server;
  readonly listening: Listening | undefined;
  readonly application: Application | undefined;
  readonly webSockets: NodeWebSockets | undefined;
  /** All that are open, upgraded ones too, which `closeAllConnections` does not know. */
  readonly connections: ReadonlySet<Socket>;
  /** Milliseconds. */
  readonly deadline: number;
}

/** How often connections are closed whose last request has just been answered. */
const IDLE_INTERVAL = 50;

/** Ends a server gracefully; what is left at the deadline is cut off. */
export async function stop({
  httpServer,
  listening,
  application,
  webSockets,
  connections,
  deadline,
}: Stopped): Promise<void> {
  if (listening === undefined || application === undefined) return;
  const { acceptor } = listening;
  const closed = new Promise<void>((resolve) => acceptor.close(() => resolve()));
  const closeIdle = setInterval(() => httpServer.closeIdleConnections(), IDLE_INTERVAL);
  httpServer.closeIdleConnections();
  // Those that never said a word are no idle connections to node:http.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  const cut = setTimeout(() => {
    for (const socket of connections) socket.destroy();
  }, deadline);
  try {
    await Promise.race([sayGoodbye(application, webSockets), closed]);
    await closed;
    await webSockets?.untilEmpty();
  } finally {
    clearInterval(closeIdle);
    clearTimeout(cut);
  }
}

async function sayGoodbye(application: Application, webSockets: NodeWebSockets | undefined): Promise<void> {
  try {
    await application.onStopping?.();
  } catch (error) {
    console.error('onStopping failed:', error);
  }
  for (const socket of webSockets?.open ?? []) socket.close(1001, 'server is stopping');
}
