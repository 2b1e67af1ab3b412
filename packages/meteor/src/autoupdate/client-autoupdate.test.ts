import type { Store, SubscriptionCallbacks } from '@bolide/meteor/ddp-client';
import { Meteor } from '@bolide/meteor/meteor';
import { Retry } from '@bolide/meteor/retry';
import { Tracker } from '@bolide/meteor/tracker';
import { describe, expect, test } from 'vitest';
import { createClientAutoupdate } from './client-autoupdate.js';
import type { ClientVersions } from './client-versions.js';
import { type AutoupdateVersions, CLIENT_VERSIONS } from './types.js';

const own: AutoupdateVersions = {
  version: 'v1',
  versionRefreshable: 'r1',
  versionNonRefreshable: 'n1',
  versionReplaceable: 'p1',
};

class InstantRetry extends Retry {
  attempts: (() => void)[] = [];

  override retryLater(_count: number, attempt: () => void): number {
    this.attempts.push(attempt);
    return 0;
  }
}

function start({
  versions = { 'web.browser': own },
  appId,
}: {
  versions?: Record<string, AutoupdateVersions>;
  appId?: string;
} = {}) {
  const log: unknown[] = [];
  const stores: Record<string, Store> = {};
  const subscriptions: { name: string; appId: string | undefined; callbacks: SubscriptionCallbacks }[] = [];
  const retry = new InstantRetry();
  const autoupdate = createClientAutoupdate({
    arch: 'web.browser',
    versions,
    appId,
    registerStore: (name, store) => {
      stores[name] = store;
    },
    subscribe: (name, id, callbacks) => subscriptions.push({ name, appId: id, callbacks }),
    reload: () => log.push('reload'),
    replaceStyleSheets: async (urls) => log.push(urls),
    retry,
  });
  const send = async (msg: 'added' | 'changed', id: string, fields: Record<string, unknown>) => {
    stores[CLIENT_VERSIONS]?.update?.({ msg, id, fields });
    await Promise.resolve();
  };
  const ready = async () => {
    subscriptions.at(-1)?.callbacks.onReady?.();
    await Promise.resolve();
  };
  return { autoupdate, log, subscriptions, retry, send, ready };
}

describe('autoupdate on the client', () => {
  test('subscribes with the id of the application', () => {
    expect(start({ appId: 'app1' }).subscriptions).toMatchObject([{ name: CLIENT_VERSIONS, appId: 'app1' }]);
  });

  test('does nothing for its own version and for other programs', async () => {
    const { autoupdate, log, send, ready } = start();
    await send('added', 'web.browser', { ...own });
    await send('added', 'web.browser.legacy', { ...own, versionNonRefreshable: 'n2' });
    await ready();
    await send('changed', 'web.browser.legacy', { versionRefreshable: 'r2' });
    expect(log).toEqual([]);
    expect(autoupdate.newClientAvailable()).toBe(false);
  });

  test('reloads, once, for new code', async () => {
    const { autoupdate, log, send, ready } = start();
    await send('added', 'web.browser', { ...own });
    await ready();
    await send('changed', 'web.browser', { versionNonRefreshable: 'n2', versionRefreshable: 'r2' });
    await send('changed', 'web.browser', { versionNonRefreshable: 'n3' });
    expect(log).toEqual(['reload']);
    expect(autoupdate.newClientAvailable()).toBe(true);
  });

  test('reloads if the server has new code already when it answers', async () => {
    const { log, send, ready } = start();
    await send('added', 'web.browser', { ...own, versionNonRefreshable: 'n2' });
    expect(log).toEqual([]);
    await ready();
    expect(log).toEqual(['reload']);
  });

  test('replaces style sheets without a reload, once for each version', async () => {
    const { autoupdate, log, send, ready } = start();
    await send('added', 'web.browser', { ...own });
    await ready();
    await send('changed', 'web.browser', { versionRefreshable: 'r2', assets: [{ url: '/a.css' }, { url: '/b.css' }] });
    await send('changed', 'web.browser', { version: 'v2' });
    expect(log).toEqual([['/a.css', '/b.css']]);
    expect(autoupdate.newClientAvailable()).toBe(false);
  });

  test('a page that does not know its version stays as it is', async () => {
    const { autoupdate, log, send, ready } = start({ versions: {} });
    await send('added', 'web.browser', { ...own });
    await ready();
    expect(log).toEqual([]);
    expect(autoupdate.newClientAvailable()).toBe(false);
  });

  test('newClientAvailable is reactive', async () => {
    const { autoupdate, send } = start();
    const seen: boolean[] = [];
    const computation = Tracker.autorun(() => {
      seen.push(autoupdate.newClientAvailable());
    });
    await send('added', 'web.browser', { ...own, versionRefreshable: 'r2' });
    Tracker.flush();
    expect(seen).toEqual([false, true]);
    computation.stop();
  });

  test('subscribes again after a failure, and then listens only once', async () => {
    const { log, subscriptions, retry, send, ready } = start();
    await send('added', 'web.browser', { ...own });
    await ready();
    Meteor._suppress_log(1);
    subscriptions[0]?.callbacks.onError?.(new Meteor.Error('down'));
    retry.attempts[0]?.();
    expect(subscriptions).toHaveLength(2);
    await ready();
    await send('changed', 'web.browser', { versionRefreshable: 'r2' });
    expect(log).toEqual([[]]);
  });

  test('the versions that it was told of can be watched', async () => {
    const { autoupdate, send } = start();
    const versions = autoupdate._clientVersions as ClientVersions;
    expect(versions.hasVersions()).toBe(false);
    await send('added', 'a', { version: '1' });
    const seen: unknown[] = [];
    const stop = versions.watch((document, isNew) => seen.push([document._id, document.version, isNew]));
    const stopSkipping = versions.watch((document) => seen.push(document._id), { skipInitial: true, filter: 'b' });
    await Promise.resolve();
    await send('changed', 'a', { version: '2' });
    await send('added', 'b', { version: '1' });
    stop();
    stop();
    await send('changed', 'b', { version: '3' });
    stopSkipping();
    expect(seen).toEqual([['a', '1', true], ['a', '2', false], ['b', '1', true], 'b', 'b']);
    expect(versions.get('b')).toEqual({ _id: 'b', version: '3' });
  });
});
