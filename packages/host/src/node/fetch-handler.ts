import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { RequestInfo } from '../host.js';

/** The Web form of a request. Its signal aborts when the client leaves before the response has ended. */
export function webRequest(request: IncomingMessage, response: ServerResponse, info: RequestInfo): Request {
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort(new DOMException('The client closed the connection', 'AbortError'));
  });
  const headers = new Headers();
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] as string, raw[index + 1] as string);
  const host = headers.get('host') ?? 'localhost';
  const method = request.method as string;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`${info.isEncrypted ? 'https' : 'http'}://${host}${pathAndQuery(info)}`, {
    method,
    headers,
    signal: abort.signal,
    ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
  } as unknown as RequestInit);
}

/** Sends a Web response; what middleware has set on the node response is kept. */
export async function sendWebResponse(response: ServerResponse, answer: Response, method: string): Promise<void> {
  const headers: string[] = [];
  for (const [name, value] of answer.headers) headers.push(name, value);
  if (answer.statusText === '') response.writeHead(answer.status, headers);
  else response.writeHead(answer.status, answer.statusText, headers);
  if (answer.body === null || method === 'HEAD') {
    await answer.body?.cancel();
    response.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream<Uint8Array>), response);
  } catch (error) {
    // A client that leaves in mid-body is no error of the handler.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

function pathAndQuery(info: RequestInfo): string {
  return info.query === '' ? info.path : `${info.path}?${info.query}`;
}
