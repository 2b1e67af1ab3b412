import { Package } from '@bolide/meteor/core-runtime';
// Makes `Meteor.connection` and `Meteor.subscribe`.
import '@bolide/meteor/ddp-client';
import { Meteor } from '@bolide/meteor/meteor';
import { createClientAutoupdate } from './client-autoupdate.js';
import { replaceStyleSheets } from './replace-style-sheets.js';
import type { AutoupdateStatic, AutoupdateVersions } from './types.js';

export type * from './types.js';

interface PageConfig {
  readonly appId?: string;
  readonly autoupdate?: { readonly versions?: Record<string, AutoupdateVersions> };
}

const config = ((globalThis as { __meteor_runtime_config__?: unknown }).__meteor_runtime_config__ ?? {}) as PageConfig;

function clientArch(): string {
  if (Meteor.isCordova) return 'web.cordova';
  return Meteor.isModern ? 'web.browser' : 'web.browser.legacy';
}

export const Autoupdate: AutoupdateStatic = createClientAutoupdate({
  arch: clientArch(),
  versions: config.autoupdate?.versions,
  appId: config.appId,
  registerStore: (name, store) => {
    Meteor.connection.registerStoreClient(name, store);
  },
  subscribe: (name, appId, callbacks) => {
    Meteor.subscribe(name, ...(appId === undefined ? [] : [appId]), callbacks);
  },
  // `reload` is used if the application has it.
  reload: () => (Package.reload?.Reload as { _reload(): void } | undefined)?._reload(),
  replaceStyleSheets: (urls) => replaceStyleSheets(document, urls),
});
