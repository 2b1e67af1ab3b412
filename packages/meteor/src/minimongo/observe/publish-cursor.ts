import type { Subscription } from '@bolide/meteor/ddp-common';
import type { LiveQueryHandle } from '../types.js';
import type { QueryCallbacks } from './live-query.js';

/** A cursor as publishing needs it: in memory, or of a database. */
export interface ObservableCursor {
  observeChangesAsync(callbacks: QueryCallbacks, options: { nonMutatingCallbacks: boolean }): Promise<LiveQueryHandle>;
}

/** Publishes the documents of a cursor to a client, and their changes until the subscription ends. */
export async function publishCursor(
  cursor: ObservableCursor,
  subscription: Subscription,
  collection: string,
): Promise<LiveQueryHandle> {
  const handle = await cursor.observeChangesAsync(
    {
      added: (id, fields) => subscription.added(collection, id, fields),
      changed: (id, fields) => subscription.changed(collection, id, fields),
      removed: (id) => subscription.removed(collection, id),
    },
    { nonMutatingCallbacks: true },
  );
  subscription.onStop(() => handle.stop());
  return handle;
}
