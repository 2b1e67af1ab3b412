import { randomInt } from 'node:crypto';
import type { RequestInfo } from '@bolide/host';

export interface SockJSInfoOptions {
  /** Clients are to ask with cookies (`USE_JSESSIONID`), for proxies that route by a cookie. */
  readonly cookieNeeded: boolean;
  /** No headers for pages of other origins (`DISABLE_SOCKJS_CORS`). */
  readonly disableCORS: boolean;
}

function corsHeaders(request: RequestInfo): Record<string, string> {
  const origin = request.header('origin');
  const asked = request.header('access-control-request-headers');
  return {
    'access-control-allow-origin': origin === undefined || origin === 'null' ? '*' : origin,
    vary: 'Origin',
    ...(origin !== undefined && origin !== 'null' && { 'access-control-allow-credentials': 'true' }),
    ...(asked !== undefined && { 'access-control-allow-headers': asked }),
  };
}

/** Answers `/sockjs/info`, what a SockJS client asks first. */
export function sockJSInfo(request: RequestInfo, options: SockJSInfoOptions): Response {
  const headers = options.disableCORS ? {} : corsHeaders(request);
  if (request.method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        ...headers,
        'access-control-allow-methods': 'OPTIONS, GET',
        'access-control-max-age': '31536000',
        'cache-control': 'public, max-age=31536000',
      },
    });
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, OPTIONS' } });
  }
  const info = {
    websocket: true,
    origins: ['*:*'],
    cookie_needed: options.cookieNeeded,
    entropy: randomInt(2 ** 32),
  };
  return new Response(JSON.stringify(info), {
    headers: {
      ...headers,
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-store, no-cache, no-transform, must-revalidate, max-age=0',
    },
  });
}
