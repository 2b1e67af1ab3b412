import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_PAGE_TYPE, errorPage, showsErrors, statusOfError } from '../error-page.js';

/** Sends the host's page for a status. If a response is under way already, all that is left is to cut it off. */
export function sendErrorPage(response: ServerResponse, status: number, error?: unknown): void {
  if (response.headersSent) {
    if (!response.writableEnded) response.destroy();
    return;
  }
  const page = errorPage(status, error !== undefined && showsErrors() ? error : undefined);
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  // What a handler left may be what cannot be sent.
  response.writeHead(page.status, page.statusText, [
    'Content-Type',
    ERROR_PAGE_TYPE,
    'X-Content-Type-Options',
    'nosniff',
    'Content-Length',
    String(Buffer.byteLength(page.body)),
  ]);
  response.end(page.body);
}

/** Sends the page for an error that a handler threw or passed on. */
export function sendError(response: ServerResponse, error: unknown): void {
  sendErrorPage(response, statusOfError(error), error);
}

/** Answers on a socket that has no response object, and closes it. */
export function refuseOnSocket(socket: Socket, status: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const page = errorPage(status);
  socket.end(
    `HTTP/1.1 ${page.status} ${page.statusText}\r\nConnection: close\r\nContent-Type: ${ERROR_PAGE_TYPE}\r\n` +
      `Content-Length: ${Buffer.byteLength(page.body)}\r\n\r\n${page.body}`,
  );
  // A client that goes on sending, or never closes its side, must not hold the socket.
  socket.destroySoon();
}

/** Status for what node:http's parser refused. */
export function statusOfParserError(error: NodeJS.ErrnoException): number {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return 431;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408;
    default:
      return 400;
  }
}
