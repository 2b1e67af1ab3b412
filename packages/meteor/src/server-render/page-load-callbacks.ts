import { Meteor } from '@bolide/meteor/meteor';
import type { OnPageLoad, PageLoadCallback } from './types.js';

const callbacks = new Set<PageLoadCallback>();
let startup: Promise<void> | undefined;

export const hasCallbacks = (): boolean => callbacks.size > 0;

export const onPageLoad: OnPageLoad = Object.assign(
  <T extends PageLoadCallback>(callback: T): T => {
    if (typeof callback === 'function') callbacks.add(callback);
    return callback;
  },
  {
    remove: (callback: PageLoadCallback): void => {
      callbacks.delete(callback);
    },
    clear: (): void => callbacks.clear(),
    async chain(handler: (callback: PageLoadCallback) => unknown): Promise<void> {
      startup ??= new Promise<void>((resolve) => Meteor.startup(resolve));
      await startup;
      for (const callback of [...callbacks]) await handler(callback);
    },
  },
);
