// A bare `Bun.serve` that answers from memory: files by static routes, the page by a function, as pages are made.
// Each is the fastest form for what it sends.
import { readContent } from './content.js';
import { hostname, port } from './port.js';

const routes: Record<string, Response | (() => Response)> = {};
for (const { path, headers, body } of readContent()) {
  if (path === '/') {
    const html = new TextDecoder().decode(body);
    routes[path] = () => new Response(html, { headers });
  } else if (path.startsWith('/.')) {
    routes[path] = () => new Response(body, { headers });
  } else {
    routes[path] = new Response(body, { headers });
  }
}

Bun.serve({ port, hostname, routes, fetch: () => new Response(null, { status: 404 }) });
