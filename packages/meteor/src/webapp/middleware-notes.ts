import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestInfo } from '@bolide/host';
import type { HtmlContent } from '@bolide/meteor/boilerplate-generator';

/** What middleware left on a request that it passed on, for the page. */
export interface MiddlewareNotes {
  readonly markup: { readonly dynamicHead?: string; readonly dynamicBody?: HtmlContent };
  /** Set on the response; `undefined` if it is still 200. */
  readonly statusCode: number | undefined;
}

/**
 * By the object of the request's headers: the host's view of a request and node's own share it, and it is all that the
 * two have in common.
 */
const notes = new WeakMap<object, MiddlewareNotes>();

/** Keeps `req.dynamicHead`, `req.dynamicBody` and the status, if there are any, until the page is rendered. */
export function noteForPage(req: IncomingMessage, res: ServerResponse): void {
  const { dynamicHead, dynamicBody } = req as { dynamicHead?: string; dynamicBody?: HtmlContent };
  const statusCode = res.statusCode === 200 ? undefined : res.statusCode;
  if (dynamicHead === undefined && dynamicBody === undefined && statusCode === undefined) return;
  notes.set(req.headers, {
    markup: { ...(dynamicHead !== undefined && { dynamicHead }), ...(dynamicBody !== undefined && { dynamicBody }) },
    statusCode,
  });
  hasNotes = true;
}

let hasNotes = false;

export function takeNotes(info: RequestInfo): MiddlewareNotes | undefined {
  // Most apps never leave any; then the headers need not be made.
  return hasNotes ? notes.get(info.headers) : undefined;
}
