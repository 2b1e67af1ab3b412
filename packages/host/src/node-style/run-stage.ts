import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MiddlewareStage } from '../host.js';

/**
 * Runs one stage. `next` is called when the stage passes the request on; an error goes to `fail`, and one that is
 * thrown after the request was passed on to `report`.
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
  try {
    stage.handle(request, response, (error) => {
      // Calling `next` twice, or after an error, must not answer a request twice.
      if (passed) return;
      passed = true;
      // Express passes 'route' and 'router' around to leave a router; at the end they mean "go on".
      if (error !== undefined && error !== null && error !== 'route' && error !== 'router') fail(error);
      else next();
    });
  } catch (error) {
    if (passed) report(error);
    else {
      passed = true;
      fail(error);
    }
  }
}
