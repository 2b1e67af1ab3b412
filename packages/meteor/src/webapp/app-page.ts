import type { Page, RequestInfo } from '@bolide/host';
import { concatenate, isStream } from '@bolide/meteor/boilerplate-generator';
import { Meteor } from '@bolide/meteor/meteor';
import { RoutePolicy } from '@bolide/meteor/routepolicy';
import { archForBrowser, archInPath } from './arch-choice.js';
import { boilerplateFor } from './boilerplates.js';
import { categorizeRequest } from './categorize-request.js';
import { clientPrograms } from './client-programs.js';
import { onInvalidate } from './invalidation.js';
import { type MiddlewareNotes, takeNotes } from './middleware-notes.js';
import { pagesAreDynamic } from './page-hooks.js';
import { renderPage } from './render-page.js';
import { requestHandlerFor } from './request-handlers.js';
import { headersOfDynamic } from './response-headers.js';

/** Paths that are never the app's page, although no route is declared for them. */
const NO_PAGE: ReadonlySet<string> = new Set(['/favicon.ico', '/robots.txt', '/app.manifest']);

/** What browsers load for other purposes than to show it. For these the page would be a wrong answer. */
const LOADED_BY_PAGES: ReadonlySet<string> = new Set([
  'audio',
  'font',
  'image',
  'manifest',
  'script',
  'serviceworker',
  'sharedworker',
  'style',
  'track',
  'video',
  'worker',
]);

/** The page of each arch, as long as no hook makes pages differ. */
const sharedPages = new Map<string, Page>();

onInvalidate(() => sharedPages.clear());

/** The last stage: the app's HTML page for every path that nothing else answers. `undefined`: not found. */
export function answerPage(info: RequestInfo): Page | undefined | Promise<Page | undefined> {
  return answer(info, takeNotes());
}

function answer(info: RequestInfo, notes: MiddlewareNotes | undefined): Page | undefined | Promise<Page | undefined> {
  const { path, method } = info;
  const handler = requestHandlerFor(path);
  if (handler) return handler(info);
  if (!isPageRequest(info)) return undefined;
  if (method !== 'GET' && method !== 'HEAD' && !alwaysReturnsContent()) return methodPage(method);
  const missing = missingResource(info.query);
  if (missing) return missing;
  const arch = archInPath(path)?.arch ?? archForBrowser(() => info.header('user-agent'));
  const program = arch === undefined ? undefined : clientPrograms()[arch];
  if (arch === undefined || !program) return noProgramPage(arch);
  if (program.paused) return program.paused.then(() => answer(info, notes));
  if (!notes && !pagesAreDynamic()) return sharedPage(arch);
  return dynamicPage(info, arch, notes);
}

function isPageRequest(info: RequestInfo): boolean {
  if (NO_PAGE.has(info.path) || RoutePolicy.classify(info.path) !== null) return false;
  const destination = info.header('sec-fetch-dest');
  return destination === undefined || !LOADED_BY_PAGES.has(destination);
}

function alwaysReturnsContent(): boolean {
  const settings = Meteor.settings as { packages?: { webapp?: { alwaysReturnContent?: boolean } } } | undefined;
  return settings?.packages?.webapp?.alwaysReturnContent === true;
}

function methodPage(method: string): Page {
  return {
    status: method === 'OPTIONS' ? 200 : 405,
    headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'OPTIONS, GET, HEAD' },
    body: '',
  };
}

/** Requests by which Meteor's clients find out that a resource of their version is gone. */
function missingResource(query: string): Page | undefined {
  if (!query.includes('meteor_')) return undefined;
  const parameters = new URLSearchParams(query);
  const noCache = { ...headersOfDynamic(), 'cache-control': 'no-cache' };
  if (parameters.get('meteor_css_resource')) {
    // A style sheet with a rule that says so, since clients cannot see a status here.
    return {
      status: 200,
      headers: { ...noCache, 'content-type': 'text/css; charset=utf-8' },
      body: '.meteor-css-not-found-error { width: 0px;}',
    };
  }
  if (parameters.get('meteor_js_resource') || parameters.get('meteor_dont_serve_index')) {
    return { status: 404, headers: { ...noCache, 'content-type': 'text/html; charset=utf-8' }, body: '404 Not Found' };
  }
  return undefined;
}

function noProgramPage(arch: string | undefined): Page {
  return {
    status: 404,
    headers: { ...headersOfDynamic(), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
    body: Meteor.isDevelopment
      ? `No client program found for the ${arch ?? 'web.browser'} architecture.`
      : '404 Not Found',
  };
}

const pageHeaders = (): Record<string, string> => ({
  ...headersOfDynamic(),
  'content-type': 'text/html; charset=utf-8',
});

function sharedPage(arch: string): Page {
  let page = sharedPages.get(arch);
  if (!page) {
    page = { status: 200, headers: pageHeaders(), body: boilerplateFor(arch).toParts().join(''), shared: true };
    sharedPages.set(arch, page);
  }
  return page;
}

async function dynamicPage(info: RequestInfo, arch: string, notes: MiddlewareNotes | undefined): Promise<Page> {
  const request = categorizeRequest({
    url: info.query === '' ? info.path : `${info.path}?${info.query}`,
    headers: info.headers,
    ...notes?.markup,
  });
  const { parts, statusCode, headers } = await renderPage(request, arch);
  const all: Record<string, string | string[]> = pageHeaders();
  for (const [name, value] of Object.entries(headers ?? {})) {
    all[name.toLowerCase()] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return {
    status: statusCode || notes?.statusCode || 200,
    headers: all,
    body: parts.some(isStream) ? concatenate(parts) : parts.map(String).join(''),
  };
}
