import type { Application } from '@bolide/host';
import { answerPage } from './app-page.js';
import { rawStage, stage } from './middleware.js';
import { rootUrlPathPrefix } from './runtime-config.js';
import { staticFiles } from './static-table.js';
import { runStopping } from './stopping.js';
import { webSocketRouteFor } from './web-socket-routes.js';

/** What the host serves. */
export function createApplication(forwardedCount: number): Application {
  return {
    pathPrefix: rootUrlPathPrefix(),
    forwardedCount,
    rawMiddleware: rawStage,
    staticFiles,
    middleware: stage,
    page: answerPage,
    webSocket: webSocketRouteFor,
    onStopping: runStopping,
    onError(error, request) {
      const where = `Error while answering ${request.method} ${request.url}:`;
      try {
        console.error(where, error);
      } catch {
        console.error(where, '(an error that throws when it is looked at)');
      }
    },
  };
}
