import { Meteor } from '@bolide/meteor/meteor';
import { ClientSink } from './client-sink.js';
import type { OnPageLoad, PageLoadCallback } from './types.js';

export type * from './types.js';

let last: Promise<unknown> = new Promise<void>((resolve) => Meteor.startup(resolve));
const sink = new ClientSink();

/** Calls `callback` once the page has loaded, after those registered before it. */
export const onPageLoad = (<T extends PageLoadCallback>(callback: T): T => {
  last = last.then(() => callback(sink));
  return callback;
}) as OnPageLoad;
