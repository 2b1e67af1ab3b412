import type { Page, RequestInfo } from '@bolide/host';

type Handler = (info: RequestInfo) => Response | Promise<Response>;

const handlers = new Map<string, Handler>();

/** Answers one path (below ROOT_URL, not decoded), with any method. Throws if the path is taken. */
export function addRequestHandler(path: string, handler: Handler): void {
  if (!path.startsWith('/')) throw new Error(`The path of a request handler must begin with a slash: ${path}`);
  if (handlers.has(path)) throw new Error(`There is a request handler for ${path} already.`);
  handlers.set(path, handler);
}

/** The handler for a path, as a stage of the host wants it. */
export function requestHandlerFor(path: string): ((info: RequestInfo) => Page | Promise<Page>) | undefined {
  const handler = handlers.get(path);
  if (!handler) return undefined;
  return (info) => {
    const response = handler(info);
    return response instanceof Promise ? response.then(toPage) : toPage(response);
  };
}

function toPage(response: Response): Page {
  const headers: Record<string, string | readonly string[]> = { 'content-type': 'text/plain; charset=utf-8' };
  for (const [name, value] of response.headers) headers[name] = value;
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  return { status: response.status, headers, body: response.body ?? '' };
}
