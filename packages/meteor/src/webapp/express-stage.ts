import type { IncomingMessage, ServerResponse } from 'node:http';
import { loadExpress } from './load-express.js';
import type { ExpressApplication, MiddlewareHandler } from './types.js';

/** An Express app that is made when it is first asked for, and can tell whether anything was registered in it. */
export class LazyExpressApp {
  #app: ExpressApplication | undefined;

  get app(): ExpressApplication {
    this.#app ??= createApp();
    return this.#app;
  }

  isEmpty(): boolean {
    return this.#app === undefined || (this.#app as unknown as ExpressInternals).router.stack.length === 0;
  }

  handle: MiddlewareHandler = (req, res, next) => {
    if (this.isEmpty()) next();
    else (this.app as unknown as ExpressInternals)(req, res, next);
  };
}

/** What Express's types leave out. */
interface ExpressInternals {
  (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void;
  readonly router: { readonly stack: readonly unknown[] };
}

function createApp(): ExpressApplication {
  const app = loadExpress()();
  app.set('x-powered-by', false);
  app.set('etag', false);
  // Meteor parses queries with `qs`; Express 5 would use node's simple parser.
  app.set('query parser', 'extended');
  return app;
}

/** Runs handlers one after the other until one does not pass on. */
export function runHandlers(
  handlers: readonly MiddlewareHandler[],
  req: IncomingMessage,
  res: ServerResponse,
  done: (error?: unknown) => void,
): void {
  let index = 0;
  const next = (error?: unknown): void => {
    const handler = handlers[index++];
    if ((error !== undefined && error !== null) || !handler) {
      done(error);
      return;
    }
    try {
      handler(req, res, next);
    } catch (thrown) {
      done(thrown);
    }
  };
  next();
}
