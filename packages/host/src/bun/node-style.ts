import type { ServerResponse } from 'node:http';
import type { NodeStyleRequest } from '../node-style/stages.js';
import type { BunServer } from './bun-server.js';
import { BunIncomingMessage } from './incoming-message.js';
import { BunServerResponse } from './server-response.js';
import { IDLE_TIMEOUT, tolerateSlowBody } from './slow-bodies.js';
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
    let isAnswered = false;
    let bodyCame: (() => void) | undefined;
    const socket = new RequestSocket(request, server, (error) => response.outgoing.destroy(error));
    // Handlers may think for longer than Bun waits; only bodies on their way in must make progress.
    const message = new BunIncomingMessage(request, target, socket, {
      onPiece: () => {
        bodyCame ??= tolerateSlowBody(() => server.timeout(request, IDLE_TIMEOUT));
        bodyCame();
      },
      onEnd: () => server.timeout(request, 0),
    });
    const response = new BunServerResponse(message, socket, (answer) => {
      isAnswered = true;
      resolve(answer);
    });
    try {
      handle(message as unknown as NodeStyleRequest, response as unknown as ServerResponse);
    } catch (error) {
      reject(error);
      return;
    }
    // Most handlers answer at once; nobody can leave before that.
    if (isAnswered && response.writableEnded) return;
    if (request.method === 'GET' || request.method === 'HEAD') server.timeout(request, 0);
    request.signal.addEventListener('abort', () => response.outgoing.abort(), { once: true });
  });
}
