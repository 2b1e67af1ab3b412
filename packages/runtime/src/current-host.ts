import type { Host } from '@bolide/host';

let host: Host | undefined;

/** Sets the host that {@link currentHost} gives when `runMain` was not given another. The bundle's `index.mjs` calls it. */
export function setDefaultHost(newHost: Host): void {
  host = newHost;
}

/** The host that carries this process. Throws when there is none: nothing was passed to `runMain` or `setDefaultHost`. */
export function currentHost(): Host {
  if (!host) {
    throw new Error('There is no host yet: pass one to runMain({ host }), or call setDefaultHost(host) before.');
  }
  return host;
}
