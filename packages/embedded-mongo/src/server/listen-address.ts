import type { ListenOptions } from 'node:net';
import { isIP } from 'node:net';

/** Where to listen: a TCP port, of the loopback unless told, or a Unix socket. */
export type ListenAddress =
  | {
      /** Default: any free port. */
      readonly port?: number;
      /** Default: 127.0.0.1. */
      readonly host?: string;
    }
  | {
      /** Path of the Unix socket. */
      readonly path: string;
    };

/** Longest path of a Unix socket that all systems take, in bytes. */
const MAX_SOCKET_PATH_BYTES = 103;

/**
 * Checks an address and gives what `node:net` wants.
 * @param hasUsers whether clients have to log in
 * @throws Error if everybody in the network could use the database without a password, or the path is too long
 */
export function listenOptions(address: ListenAddress, hasUsers: boolean): ListenOptions {
  if ('path' in address) {
    const bytes = Buffer.byteLength(address.path);
    if (bytes > MAX_SOCKET_PATH_BYTES) {
      throw new Error(
        `The path of the database's Unix socket is ${bytes} bytes long, and a system takes ${MAX_SOCKET_PATH_BYTES}: ${address.path}. Give it a shorter one.`,
      );
    }
    return { path: address.path };
  }
  const { host = '127.0.0.1', port = 0 } = address;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`The database's port has to be a number from 0 to 65535, not ${port}`);
  }
  if (!isLoopback(host) && !hasUsers) {
    throw new Error(
      `The database does not listen on ${host} without users: everybody in the network could read and change it. Set a user with a password, or listen on 127.0.0.1.`,
    );
  }
  return { host, port };
}

/** Whether only programs on this machine reach the address. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
