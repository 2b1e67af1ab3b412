import { Readable } from 'node:stream';
import type { Page } from '../host.js';
import { flatHeaders, isBuffered, type PageForm, pageForm } from '../prepared-page.js';
import { responseInit } from './response-init.js';

/** What is kept beside a form: made once, used for every response. A response takes a Blob without copying it. */
interface Prepared {
  readonly init: ResponseInit;
  readonly body: Blob;
}

const prepared = new WeakMap<PageForm, Prepared>();

/** The response that sends a page. Rejects when the page cannot be made ready. */
export function pageResponse(request: Request, page: Page): Response | Promise<Response> {
  if (isBuffered(page)) {
    const form = pageForm(page, request.headers.get('accept-encoding') ?? undefined);
    if (!(form instanceof Promise)) return formResponse(request, form);
    return form.then((made) => formResponse(request, made));
  }
  const init = responseInit(page.status, flatHeaders(page, []));
  const body = page.body as Readable | ReadableStream<Uint8Array>;
  if (request.method === 'HEAD') {
    if (body instanceof Readable) body.destroy();
    else void body.cancel();
    return new Response(null, init);
  }
  const stream = body instanceof Readable ? (Readable.toWeb(body) as unknown as ReadableStream<Uint8Array>) : body;
  return new Response(stream, init);
}

function formResponse(request: Request, form: PageForm): Response {
  let kept = prepared.get(form);
  if (kept === undefined) {
    kept = {
      init: responseInit(form.status, form.headers),
      body: new Blob([form.body as Uint8Array<ArrayBuffer>]),
    };
    prepared.set(form, kept);
  }
  return new Response(request.method === 'HEAD' ? null : kept.body, kept.init);
}
