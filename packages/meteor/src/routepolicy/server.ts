import { Package } from '@bolide/meteor/core-runtime';
import { type RouteManifest, RoutePolicy as RoutePolicyClass } from './route-policy.js';

export type { RouteManifest, RoutePolicy as RoutePolicyClass, RouteType } from './route-policy.js';

/** The server's route policy. */
export const RoutePolicy: RoutePolicyClass = new RoutePolicyClass(manifestsOfWebApp);

/** webapp uses this package, so it is looked up when it is needed instead of being imported. */
function manifestsOfWebApp(): Iterable<RouteManifest> {
  const webApp = Package.webapp?.WebApp as { clientPrograms: Record<string, { manifest: RouteManifest }> } | undefined;
  return webApp ? Object.values(webApp.clientPrograms).map(({ manifest }) => manifest) : [];
}
