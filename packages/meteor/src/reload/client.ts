import { Meteor } from '@bolide/meteor/meteor';
import { createReload } from './create-reload.js';
import { findSessionStorage, reloadPage } from './page.js';
import type { ReloadApi } from './types.js';

export type * from './types.js';

export const Reload: ReloadApi = createReload({
  storage: findSessionStorage(),
  reloadPage: () => reloadPage(window.location),
  warn: (...message) => Meteor._debug(...message),
  debug(step, context) {
    const settings = Meteor.settings?.public?.packages?.reload as { debug?: boolean } | undefined;
    if (settings?.debug) console.log(`[reload] ${step}`, JSON.stringify(context));
  },
});
