// A bare `ws` server on Node that writes every frame by itself.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { answerDDP } from './answer-ddp.js';
import { hostname, port } from './port.js';

const server = createServer((_request, response) => response.end('ready'));

new WebSocketServer({ server, path: '/websocket', perMessageDeflate: false }).on('connection', (socket) => {
  const send = (frame: string): void => socket.send(frame);
  socket.on('message', (data) => answerDDP(data.toString(), send));
});

server.listen(port, hostname);
