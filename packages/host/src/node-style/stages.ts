import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileMemory } from '../file-memory.js';
import type { Application, RequestInfo } from '../host.js';
import { decodePath, stripPrefix, targetPath } from '../request-target.js';
import { sendError, sendErrorPage } from './error-pages.js';
import type { FileBytes } from './file-bytes.js';
import { sendPage } from './pages.js';
import { runStage } from './run-stage.js';
import { type SendFromDisk, sendStaticFile } from './static-files.js';
import { sendWebResponse } from './web-response.js';

/** A request whose URL was shortened keeps the whole one where Express keeps it. */
export type NodeStyleRequest = IncomingMessage & { originalUrl?: string };

/** What differs between the runtimes. */
export interface NodeStyleRuntime {
  makeInfo(request: NodeStyleRequest, path: string): RequestInfo;
  /** The Web form of a request, for the `fetch` stage. */
  webRequest(request: NodeStyleRequest, response: ServerResponse, info: RequestInfo): Request;
  readonly sendFromDisk: SendFromDisk;
}

/** Ways into the stages of an application for a request and response in the style of node:http. */
export interface Stages {
  /** From the first stage on. */
  start(request: NodeStyleRequest, response: ServerResponse): void;
  /** From the normal middleware on, for a request that no static file answers. */
  startAtMiddleware(request: NodeStyleRequest, response: ServerResponse, fullPath: string, path: string): void;
}

/** The stages of an application in their order. Each request is answered by the first that wants it. */
export function createStages(
  application: Application,
  memory: FileMemory<FileBytes>,
  runtime: NodeStyleRuntime,
): Stages {
  const { pathPrefix, rawMiddleware, staticFiles, middleware } = application;

  return {
    start(request, response) {
      if (rawMiddleware.isEmpty()) afterRawMiddleware(request, response);
      else run(rawMiddleware, request, response, afterRawMiddleware);
    },
    startAtMiddleware,
  };

  function afterRawMiddleware(request: NodeStyleRequest, response: ServerResponse): void {
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
      sendStaticFile(request, response, file, memory, runtime.sendFromDisk, (error) => report(error, request, path));
    } else if (middleware.isEmpty()) {
      afterMiddleware(request, response, path);
    } else {
      startAtMiddleware(request, response, full, path);
    }
  }

  function startAtMiddleware(request: NodeStyleRequest, response: ServerResponse, full: string, path: string): void {
    // As under Express: below a mount point `url` has lost the part that led there.
    if (path !== full) {
      request.originalUrl ??= request.url as string;
      request.url = belowPrefix(request.url as string, path);
    }
    run(middleware, request, response, () => {
      const now = targetPath(request.url as string);
      if (now === undefined) sendErrorPage(response, 400);
      else afterMiddleware(request, response, now);
    });
  }

  function afterMiddleware(request: NodeStyleRequest, response: ServerResponse, path: string): void {
    const info = runtime.makeInfo(request, path);
    const answered =
      application.fetch === undefined ? sendPageFor(request, response, info) : fetchThenPage(request, response, info);
    if (answered !== undefined) answered.catch((error: unknown) => fail(error, request, response, info));
  }

  /** Answers at once when it can; what is thrown at once is answered here, what comes later rejects. */
  function sendPageFor(
    request: NodeStyleRequest,
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
      if (page !== undefined) return sendPage(request, response, page) ?? undefined;
      sendErrorPage(response, 404);
    } catch (error) {
      fail(error, request, response, info);
    }
    return undefined;
  }

  async function fetchThenPage(request: NodeStyleRequest, response: ServerResponse, info: RequestInfo): Promise<void> {
    // The Fetch standard forbids requests with this method.
    const answer =
      info.method === 'TRACE'
        ? undefined
        : await application.fetch?.(runtime.webRequest(request, response, info), info);
    if (answer === undefined) await sendPageFor(request, response, info);
    else await sendWebResponse(response, answer, info.method);
  }

  function run(
    stage: Application['middleware'],
    request: NodeStyleRequest,
    response: ServerResponse,
    next: (request: NodeStyleRequest, response: ServerResponse) => void,
  ): void {
    // Without a listener, a handler that writes after the end would end the process.
    if (response.listenerCount('error') === 0) response.on('error', (error) => report(error, request));
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

  function fail(error: unknown, request: NodeStyleRequest, response: ServerResponse, info?: RequestInfo): void {
    report(error, request, info?.path);
    sendError(response, error);
  }

  function report(error: unknown, request: NodeStyleRequest, path = request.url as string): void {
    if (isOfLostClient(error, request)) return;
    application.onError(error, runtime.makeInfo(request, path));
  }
}

/**
 * Is it what a handler meets when its client leaves in mid-request? Nobody could mend that, and clients must not be able
 * to fill the log.
 */
function isOfLostClient(error: unknown, request: NodeStyleRequest): boolean {
  if (!request.aborted || !(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  // The second one is that of the parsers of bodies.
  return code === 'ECONNRESET' || code === 'ECONNABORTED';
}

/** `OPTIONS *` asks about the server as a whole; every other target without a path is a mistake. */
function refuseTarget(request: NodeStyleRequest, response: ServerResponse): void {
  if (request.url === '*' && request.method === 'OPTIONS') {
    response.writeHead(204, ['Allow', 'OPTIONS, GET, HEAD, POST, PUT, PATCH, DELETE']);
    response.end();
  } else {
    sendErrorPage(response, 400);
  }
}

function belowPrefix(url: string, path: string): string {
  const question = url.indexOf('?');
  return question === -1 ? path : path + url.slice(question);
}
