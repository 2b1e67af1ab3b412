import type { ServerResponse } from 'node:http';
import type { NodeStyleRequest } from '../node-style/stages.js';
import type { BunServer } from './bun-server.js';
import { BunIncomingMessage } from './incoming-message.js';
import { BunServerResponse } from './server-response.js';
import { RequestSocket } from './socket.js';

/**
 * Gives a Web request to a handler in the style of node:http, in process, and resolves to what it answers.
 *
 * @param target path and query
 */
export function answerNodeStyle(
  request: Request,
  server: BunServer,
  target: string,
  handle: (request: NodeStyleRequest, response: ServerResponse) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Handlers may think for longer than Bun waits; only bodies on their way in must make progress.
    const liftTimeout = (): void => server.timeout(request, 0);
    const socket = new RequestSocket(request, server, (error) => outgoingResponse.outgoing.destroy(error));
    const message = new BunIncomingMessage(request, target, socket, { onEnd: liftTimeout });
    const outgoingResponse = new BunServerResponse(message, socket, resolve);
    if (request.method === 'GET' || request.method === 'HEAD') liftTimeout();
    request.signal.addEventListener('abort', () => outgoingResponse.outgoing.abort(), { once: true });
    try {
      handle(message as unknown as NodeStyleRequest, outgoingResponse as unknown as ServerResponse);
    } catch (error) {
      reject(error);
    }
  });
}
