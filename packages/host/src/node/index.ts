import type { Host } from '../host.js';
import { onStopSignal } from '../signals.js';
import { createServer } from './create-server.js';

/** The host for Node: `node:http`, `ws`. */
export const host: Host = { name: 'node', createServer, onStopSignal };
