import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { type Computation, Tracker } from '@bolide/meteor/tracker';
import { type DependencyList, useEffect } from 'react';
import { warnOfArguments, warnOfCursors } from '../development-checks.js';
import type { ReactiveFunction, SkipUpdate } from '../types.js';
import { SharedEntry, useEntry } from './shared-entries.js';

type AsyncFunction<T> = ReactiveFunction<Promise<T> | T>;

/** Runs an asynchronous reactive function for all components that name its key. */
class AsyncValue<T> extends SharedEntry<T> {
  readonly dependencies: DependencyList | undefined;
  skipUpdate: SkipUpdate<T> | undefined;
  #function: AsyncFunction<T>;
  #computation: Computation | undefined;
  #run = 0;

  constructor(func: AsyncFunction<T>, dependencies: DependencyList | undefined) {
    super();
    this.dependencies = dependencies;
    this.#function = func;
    this.start();
  }

  start(): void {
    this.#computation = Tracker.nonreactive(() =>
      Tracker.autorun((computation) => {
        this.#run += 1;
        const run = this.#run;
        // Not the computation's own promise: a slow run must not hold up the next one.
        void this.#take(run, (async () => this.#function(computation))());
      }),
    );
  }

  stop(): void {
    this.#run += 1;
    this.#computation?.stop();
  }

  /** Runs another function, for a component without dependencies that was rendered again. */
  replace(func: AsyncFunction<T>): void {
    if (func === this.#function) return;
    this.#function = func;
    this.stop();
    this.start();
  }

  async #take(run: number, promise: Promise<T>): Promise<void> {
    let value: T;
    try {
      value = await promise;
    } catch (error) {
      if (run === this.#run) this.setError(error);
      return;
    }
    // A later run has what is newer.
    if (run !== this.#run) return;
    if (!this.isPending) {
      const before = this.peek() as T;
      if (this.dependencies === undefined && EJSON.equals(before as never, value as never)) return;
      if (this.skipUpdate?.(before, value)) return;
    }
    this.setValue(value);
  }
}

const entries = new Map<string, AsyncValue<unknown>>();

const isSame = (one: DependencyList | undefined, other: DependencyList | undefined): boolean =>
  one === other ||
  (one?.length === other?.length &&
    (one ?? []).every((value, index) => EJSON.equals(value as never, other?.[index] as never)));

function entryFor<T>(key: string, func: AsyncFunction<T>, dependencies: DependencyList | undefined): AsyncValue<T> {
  const known = entries.get(key) as AsyncValue<T> | undefined;
  if (known && isSame(known.dependencies, dependencies)) return known;
  const made = new AsyncValue<T>(func, dependencies);
  entries.set(key, made as AsyncValue<unknown>);
  made.onUnused = () => {
    made.stop();
    if (entries.get(key) === (made as AsyncValue<unknown>)) entries.delete(key);
  };
  return made;
}

/** Exported for tests. */
export function useTrackerOnClient<T>(
  key: string,
  reactiveFunction: AsyncFunction<T>,
  dependenciesOrSkip?: DependencyList | SkipUpdate<T> | null,
  skipUpdate?: SkipUpdate<T> | null,
): T {
  const dependencies = Array.isArray(dependenciesOrSkip) ? (dependenciesOrSkip as DependencyList) : undefined;
  const entry = entryFor(key, reactiveFunction, dependencies);
  entry.skipUpdate = skipUpdate ?? (typeof dependenciesOrSkip === 'function' ? dependenciesOrSkip : undefined);
  useEntry(entry);
  useEffect(() => {
    if (!dependencies) entry.replace(reactiveFunction);
  });
  return entry.read();
}

function useTrackerOnServer<T>(key: string, reactiveFunction: AsyncFunction<T>): T {
  let entry = entries.get(key) as SharedEntry<T> | undefined;
  if (!entry) {
    const made = new SharedEntry<T>();
    entry = made;
    entries.set(key, made as AsyncValue<unknown>);
    Promise.resolve(Tracker.nonreactive(async () => reactiveFunction()))
      .then(
        (value) => made.setValue(value),
        (error) => made.setError(error),
      )
      .then(() => {
        // Long enough for the render that waits for it, too short to become old.
        setTimeout(() => entries.delete(key), 50).unref?.();
      });
  }
  return entry.read();
}

interface UseTracker {
  /**
   * Suspends the component until there is what `reactiveFunction` promises, gives it, and renders the component again
   * when the reactive data that it reads change. After an `await`, reactive data must be read within
   * `Tracker.withComputation`.
   *
   * @param key Names the data for all components of the page; the same key means the same data. A server renders pages
   * of all users at once: there, the key must tell whose data they are.
   * @param dependencies When one changes, the component suspends until there are the new data.
   * @param skipUpdate Called with the value before and the one after a change: `true` keeps the one before.
   */
  <T>(
    key: string,
    reactiveFunction: ReactiveFunction<Promise<T> | T>,
    dependencies?: DependencyList | null,
    skipUpdate?: SkipUpdate<T> | null,
  ): T;
  <T>(key: string, reactiveFunction: ReactiveFunction<Promise<T> | T>, skipUpdate?: SkipUpdate<T> | null): T;
}

const useTrackerHere: typeof useTrackerOnClient = Meteor.isServer ? useTrackerOnServer : useTrackerOnClient;

const useCheckedTracker: typeof useTrackerOnClient = (key, reactiveFunction, dependencies, skipUpdate) => {
  warnOfArguments('useTracker', reactiveFunction, dependencies, skipUpdate);
  const value = useTrackerHere(key, reactiveFunction, dependencies, skipUpdate);
  warnOfCursors(value);
  return value;
};

export const useTracker: UseTracker = Meteor.isDevelopment ? useCheckedTracker : useTrackerHere;
