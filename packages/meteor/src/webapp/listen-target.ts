import cluster from 'node:cluster';
import type { ListenTarget } from '@bolide/host';
import { ConfigurationError } from '@bolide/runtime';
import type { ListenOptions } from './types.js';

const LARGEST_PORT = 65_535;
/** `\\.\pipe\name` or `\\server\pipe\name`: what some Windows hosts put into PORT. */
const NAMED_PIPE = /^\\\\[^\\]+\\pipe\\.+/;

/**
 * Where the environment says to listen: UNIX_SOCKET_PATH (with UNIX_SOCKET_PERMISSIONS, UNIX_SOCKET_GROUP), or PORT and
 * BIND_IP. Default: any free port on all addresses. Throws a ConfigurationError for a value that makes no sense.
 */
export function listenOptionsOf(env: NodeJS.ProcessEnv): ListenOptions {
  const socketPath = env.UNIX_SOCKET_PATH?.trim();
  if (socketPath) {
    const permissions = permissionsOf(env.UNIX_SOCKET_PERMISSIONS?.trim());
    const group = env.UNIX_SOCKET_GROUP?.trim();
    return {
      path: cluster.isWorker ? `${socketPath}.${env.name || cluster.worker?.id}.sock` : socketPath,
      ...(permissions !== undefined && { permissions }),
      ...(group && { group }),
    };
  }
  const port = env.PORT?.trim() ?? '';
  if (NAMED_PIPE.test(port)) return { path: port };
  const host = env.BIND_IP?.trim();
  return { port: portOf(port), ...(host && { host }) };
}

export function listenTargetOf(options: ListenOptions): ListenTarget {
  if ('path' in options) {
    const { path: unixSocketPath, permissions, group } = options;
    return {
      unixSocketPath,
      ...(permissions !== undefined && { permissions }),
      ...(group !== undefined && { group }),
    };
  }
  return { port: options.port, ...(options.host !== undefined && { hostname: options.host }) };
}

function portOf(text: string): number {
  if (text === '') return 0;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > LARGEST_PORT) {
    throw new ConfigurationError(
      `PORT is ${JSON.stringify(text)}, which is no port. Set it to a number from 0 (any free port) to ${LARGEST_PORT}.`,
    );
  }
  return port;
}

function permissionsOf(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (!/^[0-7]{3}$/.test(text)) {
    throw new ConfigurationError(
      `UNIX_SOCKET_PERMISSIONS is ${JSON.stringify(text)}. Set it to three octal digits, e.g. 660.`,
    );
  }
  return Number.parseInt(text, 8);
}
