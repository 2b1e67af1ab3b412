import { Meteor } from '@bolide/meteor/meteor';
import { Tracker } from '@bolide/meteor/tracker';
import { type DependencyList, useMemo } from 'react';
import { isCursor, warnOfArguments } from './development-checks.js';
import { ObservedDocuments } from './observed-documents.js';
import { useSource } from './rendered-source.js';
import type { ObservableCursor } from './types.js';

type Factory<T> = () => ObservableCursor<T> | null | undefined;

/** Exported for tests and for the form that suspends. */
export function useFindOnClient<T>(factory: Factory<T>, dependencies: DependencyList = []): T[] | null | undefined {
  const source = useSource((render) => new ObservedDocuments<T>(render));
  const cursor = useMemo(() => {
    const made = Tracker.nonreactive(factory);
    if (made && !isCursor(made) && Meteor.isDevelopment) {
      console.warn('The function given to useFind must return a cursor: do not call fetch() on it.');
    }
    source.cursor = isCursor(made) ? made : undefined;
    source.restart();
    return made;
    // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the function depends on
  }, dependencies);
  return cursor ? source.snapshot() : (cursor as null | undefined);
}

const useFindOnServer = <T>(factory: Factory<T>): T[] | null | undefined =>
  Tracker.nonreactive(() => {
    const cursor = factory();
    return cursor ? cursor.fetch() : (cursor as null | undefined);
  });

interface UseFind {
  /**
   * Gives the documents of a cursor, and renders the component again when they change. Documents that did not change
   * stay the same objects, so that components made with `memo` are left alone.
   *
   * @param factory Returns a cursor, or nothing: then there are no documents but `null` or `undefined`. It is not
   * reactive.
   * @param dependencies What makes another cursor. Default: nothing.
   */
  <T>(factory: () => ObservableCursor<T>, dependencies?: DependencyList): T[];
  <T>(factory: () => ObservableCursor<T> | null | undefined, dependencies?: DependencyList): T[] | null | undefined;
}

const useFindHere = Meteor.isServer ? useFindOnServer : useFindOnClient;

const useCheckedFind: typeof useFindOnClient = (factory, dependencies) => {
  warnOfArguments('useFind', factory, dependencies, undefined);
  return useFindHere(factory, dependencies);
};

export const useFind = (Meteor.isDevelopment ? useCheckedFind : useFindHere) as UseFind;
