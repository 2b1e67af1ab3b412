// Node itself: an HTTP server that does nothing else.
import { createServer } from 'node:http';
import { hostname, port } from './port.js';

createServer((_request, response) => response.end('hello')).listen(port, hostname);
