import type { FileMemory } from '../file-memory.js';
import type { StaticFile } from '../host.js';
import { answerHeaders, changedFile, chooseForm, staticAnswer } from '../static-answer.js';
import { type StaticForm, staticForms } from '../static-forms.js';
import { errorResponse } from './error-pages.js';
import { responseInit } from './response-init.js';

/** What is kept beside a form: made once, used for every response. */
interface Prepared {
  readonly init: ResponseInit;
  /** For a form that is not on disk. */
  readonly content: Blob | undefined;
}

const prepared = new WeakMap<StaticForm, Prepared>();

/** Answers a request for a file of the static table. */
export function staticFileResponse(
  request: Request,
  file: StaticFile,
  memory: FileMemory<Blob>,
  onError: (error: unknown) => void,
): Response | Promise<Response> {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    return new Response(null, {
      status: method === 'OPTIONS' ? 200 : 405,
      headers: { Allow: 'OPTIONS, GET, HEAD' },
    });
  }
  const forms = staticForms(file);
  const form =
    forms.codings.length === 0 ? forms.plain : chooseForm(forms, headers.get('accept-encoding') ?? undefined);
  const { init, content } = prepare(form);
  if (
    headers.get('if-none-match') !== null ||
    headers.get('range') !== null ||
    (form.modified !== undefined && headers.get('if-modified-since') !== null)
  ) {
    return conditional(request, form, memory, onError);
  }
  if (method === 'HEAD') return new Response(null, init);
  const blob = content ?? memory.get(form.source as string);
  return blob === undefined ? fromDisk(form, init, 0, form.size, memory, onError) : new Response(blob, init);
}

function conditional(
  request: Request,
  form: StaticForm,
  memory: FileMemory<Blob>,
  onError: (error: unknown) => void,
): Response | Promise<Response> {
  const { init: fullInit, content } = prepare(form);
  const answer = staticAnswer(form, request.method, (name) => request.headers.get(name) ?? undefined);
  const init = answer.status === 200 ? fullInit : responseInit(answer.status, answerHeaders(form, answer));
  if (request.method === 'HEAD' || (answer.status !== 200 && answer.status !== 206)) return new Response(null, init);
  const begin = answer.range?.first ?? 0;
  const end = (answer.range?.last ?? form.size - 1) + 1;
  const blob = content ?? memory.get(form.source as string);
  if (blob === undefined) return fromDisk(form, init, begin, end, memory, onError);
  return new Response(part(blob, begin, end), init);
}

/** The table was made at boot; a file that is gone or has another size since then cannot be sent truthfully. */
async function fromDisk(
  form: StaticForm,
  init: ResponseInit,
  begin: number,
  end: number,
  memory: FileMemory<Blob>,
  onError: (error: unknown) => void,
): Promise<Response> {
  const path = form.source as string;
  try {
    const file = Bun.file(path);
    const kept = memory.accepts(form.size) ? await memory.load(path) : file;
    const size = kept === file ? (await file.stat()).size : kept.size;
    if (size !== form.size) throw changedFile(form);
    return new Response(part(kept, begin, end), kept === file ? withDisposition(init) : init);
  } catch (error) {
    onError(error);
    return errorResponse((error as NodeJS.ErrnoException).code === 'ENOENT' ? 404 : 500);
  }
}

/** Bun tells the client a file's name on disk unless there is such a header; `inline` is what browsers do without. */
function withDisposition(init: ResponseInit): ResponseInit {
  const headers = new Headers(init.headers as Headers);
  if (!headers.has('content-disposition')) headers.set('Content-Disposition', 'inline');
  return { ...init, headers };
}

function part(blob: Blob, begin: number, end: number): Blob {
  return begin === 0 && end === blob.size ? blob : blob.slice(begin, end);
}

function prepare(form: StaticForm): Prepared {
  let kept = prepared.get(form);
  if (kept === undefined) {
    const { source } = form;
    kept = {
      init: responseInit(200, form.fullHeaders),
      content: typeof source === 'string' ? undefined : new Blob([source as Uint8Array<ArrayBuffer>]),
    };
    prepared.set(form, kept);
  }
  return kept;
}
