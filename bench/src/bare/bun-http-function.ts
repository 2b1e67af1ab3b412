// A bare `Bun.serve` that answers from memory by a function: what JavaScript costs beside a static route.
import { readContent } from './content.js';
import { hostname, port } from './port.js';

const answers = new Map<string, { readonly body: Blob; readonly init: ResponseInit }>();
for (const { path, headers, body } of readContent()) {
  answers.set(path, { body: new Blob([body]), init: { headers: new Headers(headers) } });
}

const origin = `http://${hostname}:${port}`.length;

Bun.serve({
  port,
  hostname,
  fetch(request) {
    const answer = answers.get(request.url.slice(origin));
    return answer === undefined ? new Response(null, { status: 404 }) : new Response(answer.body, answer.init);
  },
});
