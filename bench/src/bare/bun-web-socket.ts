// A bare `Bun.serve` with WebSocket. Bun itself writes at once what the messages of one read produce.
import { answerDDP } from './answer-ddp.js';
import { hostname, port } from './port.js';

interface Client {
  send: (frame: string) => void;
}

Bun.serve<Client>({
  port,
  hostname,
  fetch(request, server) {
    if (server.upgrade(request, { data: { send: () => {} } })) return undefined;
    return new Response('ready');
  },
  websocket: {
    perMessageDeflate: false,
    open(socket) {
      socket.data.send = (frame) => {
        socket.sendText(frame);
      };
    },
    message(socket, text) {
      answerDDP(text as string, socket.data.send);
    },
  },
});
