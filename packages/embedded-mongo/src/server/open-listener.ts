import { chmodSync, unlinkSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server } from 'node:net';

/**
 * Listens. A socket file that a killed process has left is taken over.
 * @throws Error that says what is in the way
 */
export async function openListener(options: ListenOptions): Promise<Server> {
  const server = createServer({ noDelay: true });
  try {
    await listen(server, options);
  } catch (error) {
    const { path } = options;
    if (codeOf(error) !== 'EADDRINUSE' || path === undefined || (await isAnswered(path))) throw explain(error, options);
    unlinkSync(path);
    await listen(server, options);
  }
  // Whoever may open the socket may read the data.
  if (options.path !== undefined && process.platform !== 'win32') chmodSync(options.path, 0o600);
  return server;
}

function listen(server: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

function explain(error: unknown, { host, port, path }: ListenOptions): unknown {
  const where = path ?? `${host}:${port}`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new Error(`The database cannot listen on ${where}: another process does`, { cause: error });
    case 'EACCES':
      return new Error(`The database may not listen on ${where}: permission denied`, { cause: error });
    case 'EADDRNOTAVAIL':
      return new Error(`The database cannot listen on ${where}: this machine does not have that address`, {
        cause: error,
      });
    default:
      return error;
  }
}
