import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import type { DependencyList } from 'react';
import type { ObservableCollection } from '../types.js';
import { useFindOnClient } from '../use-find.js';
import { SharedEntry } from './shared-entries.js';

const findKey = (args: readonly unknown[] | null): string | null =>
  args && EJSON.stringify(args as never, { canonical: true });

function useFindAsClient<T, A extends readonly unknown[]>(
  collection: ObservableCollection<T, A>,
  args: A | null,
  dependencies: DependencyList = [],
): T[] | null {
  return useFindOnClient(() => args && collection.find(...args), [collection, findKey(args), ...dependencies]) ?? null;
}

/** Results of the queries of pages that are being rendered. */
const results = new WeakMap<object, Map<string, SharedEntry<unknown[]>>>();

function useFindAsServer<T, A extends readonly unknown[]>(
  collection: ObservableCollection<T, A>,
  args: A | null,
): T[] | null {
  const key = findKey(args);
  if (args === null || key === null) return null;
  let ofCollection = results.get(collection);
  if (!ofCollection) {
    ofCollection = new Map();
    results.set(collection, ofCollection);
  }
  let entry = ofCollection.get(key) as SharedEntry<T[]> | undefined;
  if (!entry) {
    const made = new SharedEntry<T[]>();
    entry = made;
    ofCollection.set(key, made as SharedEntry<unknown[]>);
    const ready = (): void => {
      // Long enough for the renders that wait for it, too short to become old.
      setTimeout(() => ofCollection.delete(key), 50).unref?.();
    };
    collection
      .find(...args)
      .fetchAsync()
      .then(
        (documents) => made.setValue(documents),
        (error) => made.setError(error),
      )
      .then(ready);
  }
  return entry.read();
}

interface UseFind {
  /**
   * Gives the documents that `find` of a collection finds with these arguments, and renders the component again when
   * they change. The server suspends the component until it has them.
   *
   * @param args Selector and options; `null`: no query, and `null` instead of documents.
   */
  <T, A extends readonly unknown[]>(
    collection: ObservableCollection<T, A>,
    args: A,
    dependencies?: DependencyList,
  ): T[];
  <T, A extends readonly unknown[]>(
    collection: ObservableCollection<T, A>,
    args: A | null,
    dependencies?: DependencyList,
  ): T[] | null;
}

export const useFind = (Meteor.isServer ? useFindAsServer : useFindAsClient) as UseFind;
