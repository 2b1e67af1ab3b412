import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { FileMemory } from '../file-memory.js';
import type { Application, RequestInfo } from '../host.js';
import { decodePath, stripPrefix, targetPath } from '../request-target.js';
import { sendError, sendErrorPage } from './error-pages.js';
import { sendWebResponse, webRequest } from './fetch-handler.js';
import { runStage } from './middleware.js';
import { sendPage } from './pages.js';
import { NodeRequestInfo } from './request-info.js';
import { sendStaticFile } from './static-files.js';

/** Takes the requests of an HTTP server through the stages of an application. */
export function serveRequests(
  httpServer: Server,
  application: Application,
  state: { readonly isStopping: boolean },
): void {
  const { pathPrefix, forwardedCount, rawMiddleware, staticFiles, middleware } = application;
  const memory = new FileMemory();

  httpServer.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (state.isStopping) response.shouldKeepAlive = false;
    if (rawMiddleware.isEmpty()) afterRawMiddleware(request, response);
    else run(rawMiddleware, request, response, afterRawMiddleware);
  });

  function afterRawMiddleware(request: IncomingMessage, response: ServerResponse): void {
    const full = targetPath(request.url as string);
    if (full === undefined) {
      refuseTarget(request, response);
      return;
    }
    const path = stripPrefix(full, pathPrefix);
    const decoded = path === undefined ? undefined : decodePath(path);
    if (path === undefined || decoded === undefined) {
      sendErrorPage(response, path === undefined ? 404 : 400);
      return;
    }
    const file = staticFiles.find(decoded);
    if (file !== undefined) {
      sendStaticFile(request, response, file, memory, (error) => report(error, request, path));
    } else if (middleware.isEmpty()) {
      afterMiddleware(request, response, path);
    } else {
      // As under Express: below a mount point `url` has lost the part that led there.
      if (pathPrefix !== '') request.url = belowPrefix(request.url as string, full, path);
      run(middleware, request, response, () => {
        const now = targetPath(request.url as string);
        if (now === undefined) sendErrorPage(response, 400);
        else afterMiddleware(request, response, now);
      });
    }
  }

  function afterMiddleware(request: IncomingMessage, response: ServerResponse, path: string): void {
    const info = new NodeRequestInfo(request, path, forwardedCount);
    const answered =
      application.fetch === undefined ? sendPageFor(request, response, info) : fetchThenPage(request, response, info);
    if (answered !== undefined) answered.catch((error: unknown) => fail(error, request, response, info));
  }

  /** Answers at once when it can; errors thrown at once are turned into answers here. */
  function sendPageFor(
    request: IncomingMessage,
    response: ServerResponse,
    info: RequestInfo,
  ): Promise<void> | undefined {
    try {
      const page = application.page(info);
      if (page instanceof Promise) {
        return page.then((made) =>
          made === undefined ? sendErrorPage(response, 404) : sendPage(request, response, made),
        );
      }
      if (page === undefined) sendErrorPage(response, 404);
      else return sendPage(request, response, page) ?? undefined;
    } catch (error) {
      fail(error, request, response, info);
    }
    return undefined;
  }

  async function fetchThenPage(request: IncomingMessage, response: ServerResponse, info: RequestInfo): Promise<void> {
    const answer = await application.fetch?.(webRequest(request, response, info), info);
    if (answer === undefined) await sendPageFor(request, response, info);
    else await sendWebResponse(response, answer, info.method);
  }

  function run(
    stage: Application['middleware'],
    request: IncomingMessage,
    response: ServerResponse,
    next: (request: IncomingMessage, response: ServerResponse) => void,
  ): void {
    runStage(
      stage,
      request,
      response,
      () => {
        // A handler that answers and calls `next` all the same has had the last word.
        if (!response.headersSent && !response.writableEnded) next(request, response);
      },
      (error) => fail(error, request, response),
      (error) => report(error, request),
    );
  }

  function fail(error: unknown, request: IncomingMessage, response: ServerResponse, info?: RequestInfo): void {
    report(error, request, info?.path);
    sendError(response, error);
  }

  function report(error: unknown, request: IncomingMessage, path = request.url as string): void {
    application.onError(error, new NodeRequestInfo(request, path, forwardedCount));
  }
}

/** `OPTIONS *` asks about the server as a whole; every other target without a path is a mistake. */
function refuseTarget(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '*' && request.method === 'OPTIONS') {
    response.writeHead(204, ['Allow', 'OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE']);
    response.end();
  } else {
    sendErrorPage(response, 400);
  }
}

function belowPrefix(url: string, full: string, path: string): string {
  if (path === full) return url;
  const question = url.indexOf('?');
  return question === -1 ? path : path + url.slice(question);
}
