import type { Store, SubscriptionCallbacks } from '@bolide/meteor/ddp-client';
import { Meteor } from '@bolide/meteor/meteor';
import { Retry } from '@bolide/meteor/retry';
import { ClientVersions } from './client-versions.js';
import {
  type AutoupdateStatic,
  type AutoupdateVersions,
  CLIENT_VERSIONS,
  type ClientVersionDocument,
} from './types.js';

export interface ClientAutoupdateOptions {
  /** The client program that runs here. */
  readonly arch: string;
  /** What the page says about its programs, by arch. */
  readonly versions: Record<string, AutoupdateVersions> | undefined;
  readonly appId: string | undefined;
  registerStore(name: string, store: Store): void;
  subscribe(name: string, appId: string | undefined, callbacks: SubscriptionCallbacks): void;
  /** Loads the page again, with new code. Missing if the application does not have the package `reload`. */
  reload(): void;
  replaceStyleSheets(urls: string[]): Promise<unknown>;
  /** How long to wait before subscribing again, after a failure. */
  readonly retry?: Retry;
}

/** Follows the server's versions: replaces style sheets, or loads the page again, when they differ from this page's. */
export function createClientAutoupdate(options: ClientAutoupdateOptions): AutoupdateStatic {
  const { arch, versions } = options;
  // A copy: what it says changes when style sheets have been replaced.
  const own: Partial<AutoupdateVersions> | undefined = versions?.[arch] && { ...versions[arch] };
  const clientVersions = new ClientVersions();
  // A failed subscription is no lost connection: the server has a fault, and needs time.
  const retry = options.retry ?? new Retry({ minCount: 0, baseTimeout: 30_000 });
  let failures = 0;
  let stopWatching: (() => void) | undefined;

  const check = (document: ClientVersionDocument): void => {
    // A page that does not know its version would find each version new, and load itself again and again.
    if (!own) return;
    if (document.versionNonRefreshable !== own.versionNonRefreshable) {
      stopWatching?.();
      options.reload();
    } else if (document.versionRefreshable !== own.versionRefreshable) {
      if (document.versionRefreshable !== undefined) own.versionRefreshable = document.versionRefreshable;
      void options.replaceStyleSheets((document.assets ?? []).map(({ url }) => url));
    }
  };

  const subscribe = (): void => {
    options.subscribe(CLIENT_VERSIONS, options.appId, {
      onReady() {
        // Only one listener, however often the subscription is made again.
        stopWatching?.();
        stopWatching = clientVersions.watch(check, { filter: arch });
      },
      onError(error) {
        Meteor._debug('autoupdate subscription failed', error);
        failures += 1;
        // Only the subscription again, not the page: that could go on for ever, before the user's eyes.
        retry.retryLater(failures, subscribe);
      },
    });
  };

  options.registerStore(CLIENT_VERSIONS, clientVersions.createStore());
  subscribe();

  return {
    versions: versions ?? {},
    autoupdateVersion: null,
    autoupdateVersionRefreshable: null,
    autoupdateVersionCordova: null,
    appId: options.appId,
    newClientAvailable: () =>
      own !== undefined &&
      clientVersions.newClientAvailable(arch, ['versionRefreshable', 'versionNonRefreshable'], own),
    _retrySubscription: subscribe,
    _clientVersions: clientVersions,
  };
}
