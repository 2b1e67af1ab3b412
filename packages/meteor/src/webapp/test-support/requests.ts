import type { RequestInfo } from '@bolide/host';

export interface FakeRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly clientAddress?: string;
  readonly isEncrypted?: boolean;
}

/** A request as a host describes it. */
export function requestInfo(url: string, request: FakeRequest = {}): RequestInfo {
  const [path = '/', query = ''] = url.split(/\?(.*)/s);
  const headers = request.headers ?? {};
  return {
    method: request.method ?? 'GET',
    path,
    query,
    url,
    header: (name) => headers[name],
    headers,
    clientAddress: request.clientAddress ?? '127.0.0.1',
    isEncrypted: request.isEncrypted ?? false,
  };
}

/** The text of a page's body. */
export async function textOf(body: unknown): Promise<string> {
  if (typeof body === 'string') return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
