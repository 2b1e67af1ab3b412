import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareStage } from '@bolide/host';
import { parseCookies } from './cookies.js';
import { LazyExpressApp, runHandlers } from './express-stage.js';
import { passOn } from './middleware-notes.js';
import { applyHeaders, headersOfDynamic, headersOfEverything } from './response-headers.js';
import type { MiddlewareHandler } from './types.js';

export const rawApp = new LazyExpressApp();
export const internalApp = new LazyExpressApp();
export const app = new LazyExpressApp();
const rawHandlers: MiddlewareHandler[] = [];
let suppressesErrors = false;

export function addRawHandler(handler: MiddlewareHandler): void {
  rawHandlers.push(handler);
}

export function suppressExpressErrors(): void {
  suppressesErrors = true;
}

/** Stage 1 of the host. */
export const rawStage: MiddlewareStage = {
  isEmpty: () => rawHandlers.length === 0 && rawApp.isEmpty(),
  handle(req, res, next) {
    applyHeaders(res, headersOfEverything());
    runHandlers([...rawHandlers, rawApp.handle], req, res, next);
  },
};

/** Stage 3 of the host. */
export const stage: MiddlewareStage = {
  isEmpty: () => app.isEmpty() && internalApp.isEmpty(),
  handle(req, res, next) {
    applyHeaders(res, headersOfDynamic());
    offerCookies(req);
    runHandlers([internalApp.handle, app.handle], req, res, (error) => {
      if (error !== undefined && error !== null && error !== 'route' && error !== 'router') {
        if (!answerShortly(error, req, res)) next(error);
        return;
      }
      passOn(req, res, next);
    });
  },
};

/** `req.cookies`, read when it is first used. A parser of the app's own may set it. */
function offerCookies(req: IncomingMessage & { cookies?: unknown }): void {
  if (req.cookies !== undefined) return;
  const set = (value: unknown): void => {
    Object.defineProperty(req, 'cookies', { value, writable: true, enumerable: true, configurable: true });
  };
  Object.defineProperty(req, 'cookies', {
    configurable: true,
    enumerable: true,
    get() {
      const cookies = parseCookies(req.headers.cookie);
      set(cookies);
      return cookies;
    },
    set,
  });
}

/** For tests, which make errors on purpose and do not want to see them. */
function answerShortly(error: unknown, req: IncomingMessage, res: ServerResponse): boolean {
  if (!suppressesErrors || !req.headers['x-suppress-error'] || res.headersSent) return false;
  const { status } = error as { status?: unknown };
  res.writeHead(typeof status === 'number' ? status : 500, { 'Content-Type': 'text/plain' });
  res.end('An error message');
  return true;
}
