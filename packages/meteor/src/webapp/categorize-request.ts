import { parse as parseQuery } from 'node:querystring';
import { archForBrowser, archInPath } from './arch-choice.js';
import { identifyBrowser } from './browser-identification.js';
import { clientPrograms, LEGACY_ARCH, MODERN_ARCH } from './client-programs.js';
import { parseCookies } from './cookies.js';
import { isModern } from './modern-browsers.js';
import type { CategorizedRequest, CategorizedUrl, RequestLike } from './types.js';

let chosenDefaultArch: string | undefined;

/** The arch assumed where none is given: what every browser can use. */
export const defaultArch = (): string =>
  chosenDefaultArch ?? (Object.hasOwn(clientPrograms(), LEGACY_ARCH) ? LEGACY_ARCH : MODERN_ARCH);

export const setDefaultArch = (arch: string): void => {
  chosenDefaultArch = arch;
};

/** Works out who asks, and for what. A request that was categorized already is given back as it is. */
export function categorizeRequest(request: RequestLike): CategorizedRequest {
  if (request.browser && request.arch && typeof request.modern === 'boolean') return request as CategorizedRequest;
  const headers = request.headers ?? {};
  const userAgent = headers['user-agent'];
  const browser = identifyBrowser(userAgent);
  const url = parseUrl(typeof request.url === 'string' ? request.url : '/');
  const pathname = request.pathname ?? url.pathname;
  const named = archInPath(pathname);
  let cookies = request.cookies;
  return {
    browser,
    modern: isModern(browser),
    path: named?.path ?? pathname,
    arch: named?.arch ?? archForBrowser(() => userAgent) ?? defaultArch(),
    url,
    dynamicHead: request.dynamicHead,
    dynamicBody: request.dynamicBody,
    headers,
    get cookies() {
      cookies ??= parseCookies(headers.cookie);
      return cookies;
    },
  };
}

/** The parts of a request's URL, which is a path with a query or (for requests made by hand) an absolute URL. */
export function parseUrl(url: string): CategorizedUrl {
  const absolute = /^([a-z][a-z0-9+.-]*:)\/\/(?:([^/?#@]*)@)?(\[[^\]/?#]*\]|[^/?#:]*)(?::(\d*))?/i.exec(url);
  const rest = absolute ? url.slice(absolute[0].length) : url;
  const hashAt = rest.indexOf('#');
  const beforeHash = hashAt < 0 ? rest : rest.slice(0, hashAt);
  const queryAt = beforeHash.indexOf('?');
  const pathname = (queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt)) || '/';
  const search = queryAt < 0 ? '' : beforeHash.slice(queryAt);
  const [, protocol = null, auth = null, hostname = null, port = null] = absolute ?? [];
  return {
    protocol: protocol?.toLowerCase() ?? null,
    slashes: absolute ? true : null,
    auth,
    host: hostname === null ? null : `${hostname}${port ? `:${port}` : ''}`,
    port,
    hostname,
    hash: hashAt < 0 ? null : rest.slice(hashAt),
    search,
    // At most a thousand keys are read, on an object without a prototype.
    query: parseQuery(search.slice(1)),
    pathname,
    path: pathname + search,
    href: url,
  };
}
