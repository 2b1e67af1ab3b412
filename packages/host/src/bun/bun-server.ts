import type { Server, ServerWebSocket } from 'bun';
import type { BunHostSocket } from './web-socket.js';

/** Bun's server with our data on its sockets. */
export type BunServer = Server<BunHostSocket>;
export type BunWebSocket = ServerWebSocket<BunHostSocket>;
