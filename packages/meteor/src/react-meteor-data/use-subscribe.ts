import { Meteor } from '@bolide/meteor/meteor';
import { useRef } from 'react';
import { subscriptionKey } from './subscription-arguments.js';
import { useTrackerOnClient } from './use-tracker.js';

/** Exported for tests. */
export function useSubscribeOnClient(name?: string | null | false, ...args: unknown[]): () => boolean {
  const state = useRef({ isReady: false, isAsked: false }).current;
  state.isAsked = false;
  useTrackerOnClient(
    () => {
      state.isReady = name ? Meteor.subscribe(name, ...args).ready() : true;
    },
    [name ? subscriptionKey(name, args) : undefined],
    // Who does not ask is not rendered again for the answer.
    () => !state.isAsked,
  );
  return () => {
    state.isAsked = true;
    return !state.isReady;
  };
}

/**
 * Subscribes for as long as the component is there.
 *
 * @param name Of the publication. Without one, there is no subscription and nothing to wait for.
 * @param args For the publication; callbacks can come last.
 * @returns Tells whether the first documents are still on their way. A component that asks is rendered again when they
 * are there. On the server there is nothing to wait for.
 */
export const useSubscribe: (name?: string | null | false, ...args: unknown[]) => () => boolean = Meteor.isServer
  ? () => () => false
  : useSubscribeOnClient;
