import type { WebSocketRoute } from '@bolide/host';
import type { DDPSocket } from './ddp-socket.js';

/** One way for DDP to travel: an endpoint and its framing. */
export interface Transport {
  readonly name: string;
  /** Is `path` (below the app's prefix) this transport's endpoint? */
  matches(path: string): boolean;
  readonly route: WebSocketRoute;
}

/** Where a transport hands over its new sockets. */
export interface SocketAcceptor {
  accept(socket: DDPSocket): void;
}

/** What all transports are set up with. */
export interface TransportOptions {
  /** Bytes. */
  readonly maxMessageSize: number;
  /** Bytes. */
  readonly maxBufferedAmount: number;
  readonly compression: boolean;
}
