import type { SocketLike, SocketOptions } from './types.js';

type GlobalWebSocket = new (address: string, options: Record<string, unknown>) => unknown;

/**
 * Opens a WebSocket from a server: with the runtime's own WebSocket where there is one, else (Node 20) with `ws`, which
 * is loaded when it is first needed.
 */
export async function openServerSocket(address: string, options: SocketOptions): Promise<SocketLike> {
  const Native = nativeWebSocket(options);
  if (Native) {
    return new Native(address, {
      ...(options.headers ? { headers: options.headers } : {}),
      ...(options.tls ? { tls: options.tls } : {}),
    }) as SocketLike;
  }
  const { WebSocket } = await import('ws');
  return new WebSocket(address, {
    ...options.tls,
    ...(options.headers ? { headers: options.headers } : {}),
    ...(options.maxLength ? { maxPayload: options.maxLength } : {}),
  }) as SocketLike;
}

function nativeWebSocket(options: SocketOptions): GlobalWebSocket | undefined {
  const Native = (globalThis as { WebSocket?: unknown }).WebSocket as GlobalWebSocket | undefined;
  if (typeof Native !== 'function') return undefined;
  if (process.versions.bun) return Native;
  // Node's own WebSocket takes neither TLS settings nor a limit.
  return options.tls || options.maxLength ? undefined : Native;
}
