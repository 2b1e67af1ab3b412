import type { RequestInfo, WebSocketRoute } from '@bolide/host';

const routes: { readonly match: (path: string) => boolean; readonly route: WebSocketRoute }[] = [];
const guards: ((request: RequestInfo) => boolean)[] = [];

export function addWebSocketRoute(match: (path: string) => boolean, route: WebSocketRoute): void {
  routes.push({ match, route });
}

export function addWebSocketGuard(guard: (request: RequestInfo) => boolean): void {
  guards.push(guard);
}

/** The route of an upgrade; `undefined`: none, or a guard refuses it. */
export function webSocketRouteFor(request: RequestInfo): WebSocketRoute | undefined {
  const found = routes.find(({ match }) => match(request.path));
  return found && guards.every((guard) => guard(request)) ? found.route : undefined;
}
