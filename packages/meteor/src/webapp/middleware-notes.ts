import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HtmlContent } from '@bolide/meteor/boilerplate-generator';

/** What middleware left on a request that it passed on, for the page. */
export interface MiddlewareNotes {
  readonly markup: { readonly dynamicHead?: string; readonly dynamicBody?: HtmlContent };
  /** Set on the response; `undefined` if it is still 200. */
  readonly statusCode: number | undefined;
}

/** Only set while a request is being passed on: the host goes on to the page before `next` returns. */
let passing: MiddlewareNotes | undefined;

/** Calls `next` in such a way that {@link takeNotes} gives the page what the middleware has left for it. */
export function passOn(req: IncomingMessage, res: ServerResponse, next: () => void): void {
  passing = notesOf(req, res);
  try {
    next();
  } finally {
    passing = undefined;
  }
}

/** What middleware left for the page that is being asked for now. */
export function takeNotes(): MiddlewareNotes | undefined {
  const notes = passing;
  passing = undefined;
  return notes;
}

function notesOf(req: IncomingMessage, res: ServerResponse): MiddlewareNotes | undefined {
  const { dynamicHead, dynamicBody } = req as { dynamicHead?: string; dynamicBody?: HtmlContent };
  const statusCode = res.statusCode === 200 ? undefined : res.statusCode;
  if (dynamicHead === undefined && dynamicBody === undefined && statusCode === undefined) return undefined;
  return {
    markup: { ...(dynamicHead !== undefined && { dynamicHead }), ...(dynamicBody !== undefined && { dynamicBody }) },
    statusCode,
  };
}
