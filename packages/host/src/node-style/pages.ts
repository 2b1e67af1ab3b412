import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Page } from '../host.js';
import { flatHeaders, isBuffered, type PageForm, pageForm } from '../prepared-page.js';
import { writeHead } from './write-head.js';

/** Sends a page; what middleware has set on the response is kept. Rejects when the page cannot be made ready. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void | Promise<void> {
  if (isBuffered(page)) {
    const form = pageForm(page, request.headers['accept-encoding'] as string | undefined);
    if (!(form instanceof Promise)) return sendForm(request, response, form);
    return form.then((made) => sendForm(request, response, made));
  }
  const body = page.body as Readable | ReadableStream<Uint8Array>;
  const stream = body instanceof Readable ? body : Readable.fromWeb(body);
  if (request.method === 'HEAD') {
    writeHead(response, page.status, flatHeaders(page, []));
    response.end();
    stream.destroy();
    return;
  }
  writeHead(response, page.status, flatHeaders(page, []));
  return new Promise((resolve, reject) => {
    pipeline(stream, response, (error) => {
      // A client that leaves in mid-page is no error of the page.
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') reject(error);
      else resolve();
    });
  });
}

function sendForm(request: IncomingMessage, response: ServerResponse, form: PageForm): void {
  writeHead(response, form.status, form.headers);
  if (request.method === 'HEAD') response.end();
  else response.end(form.body);
}
