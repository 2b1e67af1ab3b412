import { DDPServer } from '@bolide/meteor/ddp-server';
import { Meteor } from '@bolide/meteor/meteor';
import { LocalCollection } from '@bolide/meteor/minimongo';
import type { ClientSession, Timestamp } from 'mongodb';
import type { Reactivity } from '../observe/reactivity.js';
import type { Database } from './database.js';

export interface WriteOutcome<R> {
  readonly result: R;
  /** Whether documents have changed: only then change streams tell of it. */
  readonly hasChanged: boolean;
}

export interface FencedWriteOptions<R> {
  readonly database: Database;
  readonly reactivity: Reactivity;
  readonly collection: string;
  /** What is written to, if it names documents: observers of other documents need not look. */
  readonly selector?: unknown;
  write(options: { session?: ClientSession }): Promise<WriteOutcome<R>>;
}

/**
 * Writes, and makes the fence of the running method wait until the observers of this process have been told: so
 * `updated` comes after the data. The result does not wait for them.
 */
export async function fencedWrite<R>(options: FencedWriteOptions<R>): Promise<R> {
  const { database, reactivity, collection } = options;
  const fence = DDPServer._getCurrentFence();
  const fenceWrite = fence?.beginWrite();
  let session: ClientSession | undefined;
  let told: Promise<void> | undefined;
  try {
    await database.started();
    // The session knows the time of the write. Without a fence, or observers, nobody asks for it.
    const wantsTime = fence !== undefined && reactivity.isStreaming(collection);
    if (wantsTime && database.client.options.writeConcern?.w !== 0) session = database.client.startSession();
    const { result, hasChanged } = await options.write(session ? { session } : {});
    await refresh(collection, options.selector);
    const time = (session as { operationTime?: Timestamp } | undefined)?.operationTime;
    if (fence && hasChanged) told = reactivity.told(collection, time);
    return result;
  } finally {
    void session?.endSession();
    // In the background: the method need not wait.
    if (told) void told.catch(() => {}).then(() => fenceWrite?.committed());
    else await fenceWrite?.committed();
  }
}

/** Tells pollers. */
async function refresh(collection: string, selector: unknown): Promise<void> {
  const ids = selector === undefined ? null : LocalCollection._idsMatchedBySelector(selector);
  if (!ids || ids.length > 10) {
    await Meteor.refresh({ collection });
    return;
  }
  for (const id of ids) await Meteor.refresh({ collection, id });
}
