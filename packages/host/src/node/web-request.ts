import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { RequestInfo } from '../host.js';
import type { NodeStyleRequest } from '../node-style/stages.js';

/** The Web form of a request. Its signal aborts when the client leaves before the response has ended. */
export function webRequest(request: NodeStyleRequest, response: ServerResponse, info: RequestInfo): Request {
  const abort = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) abort.abort(new DOMException('The client closed the connection', 'AbortError'));
  });
  const headers = new Headers();
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] as string, raw[index + 1] as string);
  const method = request.method as string;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(webUrl(info), {
    method,
    headers,
    signal: abort.signal,
    ...(hasBody ? { body: Readable.toWeb(request), duplex: 'half' } : {}),
  } as unknown as RequestInit);
}

/** The address as the client sees it, as far as the Host header is one. */
function webUrl(info: RequestInfo): string {
  const protocol = info.isEncrypted ? 'https' : 'http';
  const target = info.url.startsWith('/') ? info.url : `${info.path}${info.query === '' ? '' : `?${info.query}`}`;
  const url = `${protocol}://${info.header('host') ?? 'localhost'}${target}`;
  return URL.canParse(url) ? url : `${protocol}://localhost${target}`;
}
