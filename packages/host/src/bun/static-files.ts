import type { FileMemory } from '../file-memory.js';
import type { StaticFile } from '../host.js';
import { answerHeaders, chooseForm, staticAnswer } from '../static-answer.js';
import { type StaticForm, staticForms } from '../static-forms.js';
import { errorResponse } from './error-pages.js';
import { responseInit } from './response-init.js';

const fullInits = new WeakMap<StaticForm, ResponseInit>();

/** Answers a request for a file of the static table. */
export function staticFileResponse(
  request: Request,
  file: StaticFile,
  memory: FileMemory,
  onError: (error: unknown) => void,
): Response | Promise<Response> {
  const method = request.method;
  if (method !== 'GET' && method !== 'HEAD') {
    return new Response(null, {
      status: method === 'OPTIONS' ? 200 : 405,
      headers: { Allow: 'OPTIONS, GET, HEAD' },
    });
  }
  const headers = request.headers;
  const forms = staticForms(file);
  const form =
    forms.codings.length === 0 ? forms.plain : chooseForm(forms, headers.get('accept-encoding') ?? undefined);
  if (
    headers.get('if-none-match') !== null ||
    headers.get('range') !== null ||
    headers.get('if-modified-since') !== null
  ) {
    return conditional(request, form, memory, onError);
  }
  const init = fullInit(form);
  if (method === 'HEAD') return new Response(null, init);
  const bytes = typeof form.source === 'string' ? memory.get(form.source) : form.source;
  if (bytes !== undefined) return new Response(bytes as Uint8Array<ArrayBuffer>, init);
  return fromDisk(form, init, 0, form.size, memory, onError);
}

function conditional(
  request: Request,
  form: StaticForm,
  memory: FileMemory,
  onError: (error: unknown) => void,
): Response | Promise<Response> {
  const answer = staticAnswer(form, request.method, (name) => request.headers.get(name) ?? undefined);
  const init = answer.status === 200 ? fullInit(form) : responseInit(answer.status, answerHeaders(form, answer));
  if (request.method === 'HEAD' || (answer.status !== 200 && answer.status !== 206)) return new Response(null, init);
  const begin = answer.range?.first ?? 0;
  const end = (answer.range?.last ?? form.size - 1) + 1;
  const bytes = typeof form.source === 'string' ? memory.get(form.source) : form.source;
  if (bytes !== undefined) return new Response(bytes.subarray(begin, end) as Uint8Array<ArrayBuffer>, init);
  return fromDisk(form, init, begin, end, memory, onError);
}

/** The table was made at boot; a file that is gone or has another size since then cannot be sent truthfully. */
async function fromDisk(
  form: StaticForm,
  init: ResponseInit,
  begin: number,
  end: number,
  memory: FileMemory,
  onError: (error: unknown) => void,
): Promise<Response> {
  const path = form.source as string;
  try {
    if (memory.accepts(form.size)) {
      const bytes = await memory.load(path);
      if (bytes.byteLength !== form.size) throw changed(path);
      return new Response(bytes.subarray(begin, end) as Uint8Array<ArrayBuffer>, init);
    }
    const file = Bun.file(path);
    const { size } = await file.stat();
    if (size !== form.size) throw changed(path);
    return new Response(begin === 0 && end === size ? file : file.slice(begin, end), init);
  } catch (error) {
    onError(error);
    return errorResponse((error as NodeJS.ErrnoException).code === 'ENOENT' ? 404 : 500);
  }
}

function changed(path: string): Error {
  return new Error(`the static file ${path} has changed since the server started`);
}

function fullInit(form: StaticForm): ResponseInit {
  let init = fullInits.get(form);
  if (init === undefined) {
    init = responseInit(200, form.fullHeaders);
    fullInits.set(form, init);
  }
  return init;
}
