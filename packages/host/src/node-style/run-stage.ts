import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareStage } from '../host.js';

/**
 * Runs one stage. `next` is called when the stage passes the request on. An error, thrown or passed on or the reason of
 * a promise that an async handler returned, goes to `fail`; one that comes after the request was passed on goes to
 * `report`.
 */
export function runStage(
  stage: MiddlewareStage,
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  fail: (error: unknown) => void,
  report: (error: unknown) => void,
): void {
  let passed = false;
  const failOrReport = (error: unknown): void => {
    if (passed) {
      report(error);
      return;
    }
    passed = true;
    fail(error);
  };
  try {
    const result: unknown = stage.handle(request, response, (error) => {
      // Calling `next` twice, or after an error, must not answer a request twice.
      if (passed) return;
      passed = true;
      // Express passes 'route' and 'router' around to leave a router; at the end they mean "go on".
      if (error !== undefined && error !== null && error !== 'route' && error !== 'router') fail(error);
      else next();
    });
    if (result instanceof Promise) result.catch(failOrReport);
  } catch (error) {
    failOrReport(error);
  }
}
