import type { HostSocket } from '@bolide/host';
import { DDPSocket, type DDPSocketOwner } from './ddp-socket.js';
import type { SocketAcceptor, Transport, TransportOptions } from './transport.js';

/** `/websocket`, and `/sockjs/websocket` as SockJS calls its raw endpoint. */
function matches(path: string): boolean {
  return (
    path === '/websocket' || path === '/websocket/' || path === '/sockjs/websocket' || path === '/sockjs/websocket/'
  );
}

/** DDP over plain WebSocket: one text frame is one message. */
export function createWebSocketTransport(
  owner: DDPSocketOwner,
  acceptor: SocketAcceptor,
  options: TransportOptions,
  isSockJSDisabled: boolean,
): Transport {
  return {
    name: 'websocket',
    matches: isSockJSDisabled ? (path) => path === '/websocket' || path === '/websocket/' : matches,
    route: {
      maxMessageSize: options.maxMessageSize,
      maxBufferedAmount: options.maxBufferedAmount,
      compression: options.compression,
      // DDP's own heartbeat finds dead clients, and unlike the host it knows which ones cannot answer.
      idleTimeout: 0,
      open(host: HostSocket) {
        const socket = new DDPSocket(host, owner);
        host.data = socket;
        acceptor.accept(socket);
      },
      message(host: HostSocket, data: string | Uint8Array) {
        const socket = host.data as DDPSocket;
        if (typeof data === 'string') socket.receive(data);
        else socket.receiveMalformed();
      },
      drain(host: HostSocket) {
        (host.data as DDPSocket | undefined)?.drained();
      },
      close(host: HostSocket) {
        (host.data as DDPSocket | undefined)?.closed();
      },
    },
  };
}
