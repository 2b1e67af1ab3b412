// Bun itself: an HTTP server that does nothing else.
import { hostname, port } from './port.js';

Bun.serve({ port, hostname, fetch: () => new Response('hello') });
