// A bare `node:http` server that answers from memory.
import { createServer } from 'node:http';
import { readContent } from './content.js';
import { hostname, port } from './port.js';

const answers = new Map(
  readContent().map(({ path, headers, body }) => [
    path,
    { body, headers: { ...headers, 'Content-Length': body.byteLength } },
  ]),
);

createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers).end(answer.body);
}).listen(port, hostname);
