import type { Host } from '../host.js';
import { onStopSignal } from '../signals.js';
import { createServer } from './create-server.js';

/** The host for Bun: `Bun.serve` for HTTP and WebSocket. */
export const host: Host = { name: 'bun', createServer, onStopSignal };
