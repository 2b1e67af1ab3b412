import { ERROR_PAGE_TYPE, errorPage, showsErrors, statusOfError } from '../error-page.js';

/** The host's page for a status. */
export function errorResponse(status: number, error?: unknown): Response {
  const page = errorPage(status, error !== undefined && showsErrors() ? error : undefined);
  return new Response(page.body, {
    status: page.status,
    statusText: page.statusText,
    headers: { 'Content-Type': ERROR_PAGE_TYPE, 'X-Content-Type-Options': 'nosniff' },
  });
}

/** The host's page for a handshake that is refused; the connection ends with it. */
export function refusalResponse(status: number): Response {
  const response = errorResponse(status);
  response.headers.set('Connection', 'close');
  return response;
}

/** The page for an error that a handler threw or passed on. */
export function failureResponse(error: unknown): Response {
  return errorResponse(statusOfError(error), error);
}
