import cluster from 'node:cluster';
import type { ListenTarget } from '@bolide/host';
import type { Environment } from '@bolide/runtime';
import type { ListenOptions } from './types.js';

type ListenEnvironment = Pick<
  Environment,
  'PORT' | 'BIND_IP' | 'UNIX_SOCKET_PATH' | 'UNIX_SOCKET_PERMISSIONS' | 'UNIX_SOCKET_GROUP'
>;

/**
 * Where the environment says to listen: UNIX_SOCKET_PATH goes before PORT and BIND_IP. Each worker of a cluster gets a
 * socket of its own beside the named one.
 */
export function listenOptionsOf(environment: ListenEnvironment): ListenOptions {
  const { PORT, BIND_IP, UNIX_SOCKET_PATH, UNIX_SOCKET_PERMISSIONS, UNIX_SOCKET_GROUP } = environment;
  if (UNIX_SOCKET_PATH === undefined) return { port: PORT, ...(BIND_IP !== undefined && { host: BIND_IP }) };
  return {
    path: cluster.isWorker ? `${UNIX_SOCKET_PATH}.${process.env.name || cluster.worker?.id}.sock` : UNIX_SOCKET_PATH,
    ...(UNIX_SOCKET_PERMISSIONS !== undefined && { permissions: UNIX_SOCKET_PERMISSIONS }),
    ...(UNIX_SOCKET_GROUP !== undefined && { group: UNIX_SOCKET_GROUP }),
  };
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
