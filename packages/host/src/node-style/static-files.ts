import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FileMemory } from '../file-memory.js';
import type { StaticFile } from '../host.js';
import { answerHeaders, changedFile, chooseForm, staticAnswer } from '../static-answer.js';
import { type StaticForm, staticForms } from '../static-forms.js';
import { sendErrorPage } from './error-pages.js';
import type { FileBytes } from './file-bytes.js';

/** Reports what went wrong with a file after the request was accepted. */
export type FileErrorListener = (error: unknown) => void;

/**
 * Streams bytes `first` to `last` of a file. Calls `writeHead` when the file is open and as long as it was at boot;
 * rejects when it is not, or cannot be read to the end.
 */
export type SendFromDisk = (
  response: ServerResponse,
  form: StaticForm,
  first: number,
  last: number,
  writeHead: () => void,
) => Promise<void>;

/** Answers a request for a file of the static table. */
export function sendStaticFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  memory: FileMemory<FileBytes>,
  sendFromDisk: SendFromDisk,
  onError: FileErrorListener,
): void {
  const method = request.method;
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(method === 'OPTIONS' ? 200 : 405, ['Allow', 'OPTIONS, GET, HEAD', 'Content-Length', '0']);
    response.end();
    return;
  }
  const headers = request.headers;
  const form = chooseForm(staticForms(file), headers['accept-encoding'] as string | undefined);
  let first = 0;
  let last = form.size - 1;
  let status = 200;
  let sentHeaders = form.fullHeaders;
  if (
    headers['if-none-match'] !== undefined ||
    headers['if-modified-since'] !== undefined ||
    headers.range !== undefined
  ) {
    const answer = staticAnswer(form, method, (name) => headers[name] as string | undefined);
    status = answer.status;
    sentHeaders = answerHeaders(form, answer);
    if (answer.range !== undefined) ({ first, last } = answer.range);
  }
  if (method === 'HEAD' || (status !== 200 && status !== 206) || form.size === 0) {
    response.writeHead(status, sentHeaders as string[]);
    response.end();
    return;
  }
  const bytes = typeof form.source === 'string' ? memory.get(form.source)?.bytes : form.source;
  if (bytes !== undefined) {
    response.writeHead(status, sentHeaders as string[]);
    response.end(status === 206 ? bytes.subarray(first, last + 1) : bytes);
  } else if (memory.accepts(form.size)) {
    memory.load(form.source as string).then(
      ({ bytes: loaded, size }) => {
        if (size !== form.size) {
          sendLost(response, onError, changedFile(form));
          return;
        }
        response.writeHead(status, sentHeaders as string[]);
        response.end(status === 206 ? loaded.subarray(first, last + 1) : loaded);
      },
      (error: unknown) => sendLost(response, onError, error),
    );
  } else {
    const head = (): void => void response.writeHead(status, sentHeaders as string[]);
    sendFromDisk(response, form, first, last, head).catch((error: unknown) => sendLost(response, onError, error));
  }
}

/** The table was made at boot; a file that is gone or has another size since then cannot be sent truthfully. */
function sendLost(response: ServerResponse, onError: FileErrorListener, error: unknown): void {
  onError(error);
  sendErrorPage(response, (error as NodeJS.ErrnoException).code === 'ENOENT' ? 404 : 500);
}
