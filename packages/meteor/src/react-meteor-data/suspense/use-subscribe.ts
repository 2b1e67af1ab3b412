import { Meteor } from '@bolide/meteor/meteor';
import { Tracker } from '@bolide/meteor/tracker';
import { subscriptionKey } from '../subscription-arguments.js';
import { SharedEntry, useEntry } from './shared-entries.js';

const entries = new Map<string, SharedEntry<null>>();

function subscribe(key: string, name: string, args: readonly unknown[]): SharedEntry<null> {
  const entry = new SharedEntry<null>();
  entries.set(key, entry);
  const handle = Tracker.nonreactive(() =>
    Meteor.subscribe(name, ...args, {
      onReady: () => entry.setValue(null),
      onStop: (error?: unknown) => {
        if (error) entry.setError(error);
        else if (entries.get(key) === entry) entries.delete(key);
      },
    }),
  );
  entry.onUnused = () => {
    if (entries.get(key) === entry) entries.delete(key);
    handle.stop();
  };
  return entry;
}

/** Exported for tests. */
export function useSubscribeOnClient(name?: string | null | false, ...args: unknown[]): null {
  const key = name ? subscriptionKey(name, args) : undefined;
  const entry = name && key ? (entries.get(key) ?? subscribe(key, name, args)) : undefined;
  useEntry(entry);
  return entry ? entry.read() : null;
}

/**
 * Subscribes for as long as a component with these arguments is there, and suspends it until the first documents are
 * there. What the publication answers with an error is thrown. On the server it does nothing.
 */
export const useSubscribe: (name?: string | null | false, ...args: unknown[]) => null = Meteor.isServer
  ? () => null
  : useSubscribeOnClient;
