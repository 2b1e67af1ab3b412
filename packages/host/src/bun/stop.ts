import type { Application } from '../host.js';
import type { BunServer } from './bun-server.js';
import type { SocketSurroundings } from './web-socket.js';

/** Ends a server gracefully; what is left at the deadline (milliseconds) is cut off. */
export async function stop(
  server: BunServer,
  application: Application,
  sockets: SocketSurroundings,
  deadline: number,
): Promise<void> {
  const closed = server.stop();
  let cut: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    cut = setTimeout(() => {
      for (const socket of sockets.open) socket.terminate();
      void server.stop(true);
      resolve();
    }, deadline);
  });
  await Promise.race([sayGoodbye(application, sockets).then(() => closed), late]);
  clearTimeout(cut);
}

async function sayGoodbye(application: Application, sockets: SocketSurroundings): Promise<void> {
  try {
    await application.onStopping?.();
  } catch (error) {
    console.error('onStopping failed:', error);
  }
  for (const socket of sockets.open) socket.close(1001, 'server is stopping');
}
