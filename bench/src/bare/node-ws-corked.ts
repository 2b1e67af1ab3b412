// A bare `ws` server on Node that writes what one turn of the event loop produces at once, by corking the socket.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { answerDDP } from './answer-ddp.js';
import { hostname, port } from './port.js';

const server = createServer((_request, response) => response.end('ready'));

new WebSocketServer({ server, path: '/websocket', perMessageDeflate: false }).on('connection', (socket, request) => {
  const tcp = request.socket;
  let isCorked = false;
  const send = (frame: string): void => socket.send(frame);
  const uncork = (): void => {
    isCorked = false;
    tcp.uncork();
  };
  socket.on('message', (data) => {
    if (!isCorked) {
      isCorked = true;
      tcp.cork();
      setImmediate(uncork);
    }
    answerDDP(data.toString(), send);
  });
});

server.listen(port, hostname);
