// A bare `Bun.serve` that answers from memory: files by static routes, the page by a function, as a page is made.
import { readContent } from './content.js';
import { hostname, port } from './port.js';

const routes: Record<string, Response | (() => Response)> = {};
for (const { path, headers, body } of readContent()) {
  const isPage = path === '/' || path.startsWith('/.');
  routes[path] = isPage ? () => new Response(body, { headers }) : new Response(body, { headers });
}

Bun.serve({ port, hostname, routes, fetch: () => new Response(null, { status: 404 }) });
