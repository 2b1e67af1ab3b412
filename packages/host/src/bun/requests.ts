import { FileMemory } from '../file-memory.js';
import type { Application, RequestInfo } from '../host.js';
import { createByteMemory } from '../node-style/file-bytes.js';
import { createStages } from '../node-style/stages.js';
import { decodePath, normalizedTargetPath, stripPrefix } from '../request-target.js';
import { chooseSubProtocol } from '../sub-protocol.js';
import type { BunServer } from './bun-server.js';
import { errorResponse, failureResponse, refusalResponse } from './error-pages.js';
import type { BunIncomingMessage } from './incoming-message.js';
import { answerNodeStyle } from './node-style.js';
import { pageResponse } from './pages.js';
import { BunRequestInfo } from './request-info.js';
import { sendFromDisk } from './send-from-disk.js';
import { staticFileResponse } from './static-files.js';
import { BunHostSocket, type SocketSurroundings } from './web-socket.js';

type Answer = Response | undefined | Promise<Response | undefined>;

/** The `fetch` of Bun.serve for an application. `undefined` is the answer to a finished upgrade. */
export function serveRequests(
  application: Application,
  sockets: SocketSurroundings,
): (request: Request, server: BunServer) => Answer {
  const { pathPrefix, forwardedCount, rawMiddleware, middleware, staticFiles } = application;
  // A response takes a Blob without copying it.
  const memory = new FileMemory((bytes) => new Blob([bytes]));
  const stages = createStages(application, createByteMemory(), {
    makeInfo: (message, path) => infoOf(message as unknown as BunIncomingMessage, path),
    webRequest: (message) => (message as unknown as BunIncomingMessage).webRequest,
    sendFromDisk,
  });

  return function handle(request: Request, server: BunServer): Answer {
    const target = requestTarget(request.url);
    if (target === undefined) return errorResponse(400);
    const isRawEmpty = rawMiddleware.isEmpty();
    const full = normalizedTargetPath(target);
    const path = full === undefined ? undefined : stripPrefix(full, pathPrefix);
    const decoded = path === undefined ? undefined : decodePath(path);
    if (isRawEmpty) {
      if (full === undefined || path === undefined || decoded === undefined) {
        return errorResponse(full !== undefined && path === undefined ? 404 : 400);
      }
      const file = staticFiles.find(decoded);
      if (file !== undefined) {
        return staticFileResponse(request, file, memory, (error) =>
          application.onError(error, new BunRequestInfo(request, server, target, path, forwardedCount)),
        );
      }
    }
    if (asksForWebSocket(request.headers)) {
      if (path === undefined) return refusalResponse(404);
      return upgradeRequest(request, server, new BunRequestInfo(request, server, target, path, forwardedCount));
    }
    if (!isRawEmpty) return answerNodeStyle(request, server, target, stages.start);
    const below = path as string;
    if (!middleware.isEmpty()) {
      return answerNodeStyle(request, server, target, (message, response) =>
        stages.startAtMiddleware(message, response, full as string, below),
      );
    }
    const info = new BunRequestInfo(request, server, target, below, forwardedCount);
    try {
      const answer = afterMiddleware(request, info);
      if (!(answer instanceof Promise)) return answer;
      // Whoever works on an answer may take longer than Bun waits, and so may a stream between two pieces.
      server.timeout(request, 0);
      return answer.catch((error: unknown) => fail(error, info));
    } catch (error) {
      return fail(error, info);
    }
  };

  function infoOf(message: BunIncomingMessage, path: string): RequestInfo {
    const { webRequest, socket, originalUrl, url } = message;
    return new BunRequestInfo(webRequest, socket.bunServer, originalUrl ?? url, path, forwardedCount, url);
  }

  function afterMiddleware(request: Request, info: BunRequestInfo): Response | Promise<Response> {
    if (application.fetch === undefined) return page(request, info);
    const answer = application.fetch(request, info);
    if (answer instanceof Promise) return answer.then((made) => made ?? page(request, info));
    return answer ?? page(request, info);
  }

  function page(request: Request, info: BunRequestInfo): Response | Promise<Response> {
    const made = application.page(info);
    if (made instanceof Promise) {
      return made.then((page) => (page === undefined ? errorResponse(404) : pageResponse(request, page)));
    }
    return made === undefined ? errorResponse(404) : pageResponse(request, made);
  }

  function upgradeRequest(request: Request, server: BunServer, info: BunRequestInfo): Response | undefined {
    try {
      const route = application.webSocket(info);
      if (route === undefined) return refusalResponse(404);
      const socket = new BunHostSocket(info.keep(), route, sockets);
      const protocol = chooseSubProtocol(route, info.header('sec-websocket-protocol'), info);
      // Bun would accept the first sub-protocol on offer, and compression whenever it is.
      request.headers.delete('sec-websocket-protocol');
      if (!route.compression) request.headers.delete('sec-websocket-extensions');
      const headers = protocol === undefined ? {} : { headers: { 'Sec-WebSocket-Protocol': protocol } };
      return server.upgrade(request, { data: socket, ...headers }) ? undefined : refusalResponse(400);
    } catch (error) {
      return fail(error, info);
    }
  }

  function fail(error: unknown, info: RequestInfo): Response {
    application.onError(error, info);
    return failureResponse(error);
  }
}

/** As node:http sees it. Bun itself would be content with an Upgrade header that a proxy had no reason to take out. */
function asksForWebSocket(headers: Headers): boolean {
  const upgrade = headers.get('upgrade');
  if (upgrade === null || upgrade.toLowerCase() !== 'websocket') return false;
  return /(?:^|,)\s*upgrade\s*(?:,|$)/i.test(headers.get('connection') ?? '');
}

/** Path and query of the address that Bun makes of target and Host header; it leaves strange ones as they are. */
function requestTarget(url: string): string | undefined {
  if (url.charCodeAt(0) === 47) return url;
  if (!url.startsWith('http')) return undefined;
  // At least `http://h`.
  const slash = url.indexOf('/', 8);
  return slash === -1 ? undefined : url.slice(slash);
}
