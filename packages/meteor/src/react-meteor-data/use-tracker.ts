import { Meteor } from '@bolide/meteor/meteor';
import { type Computation, Tracker } from '@bolide/meteor/tracker';
import { type DependencyList, useMemo } from 'react';
import { warnOfArguments, warnOfCursors } from './development-checks.js';
import { RenderedSource, useSource } from './rendered-source.js';
import type { ReactiveFunction, SkipUpdate } from './types.js';

/** Runs a reactive function for a component. */
class ReactiveValue<T> extends RenderedSource {
  /** Those of the latest render. */
  reactiveFunction: ReactiveFunction<T> | undefined;
  skipUpdate: SkipUpdate<T> | undefined;
  value: T | undefined;
  #computation: Computation | undefined;

  protected start(isResumed: boolean): void {
    let isFirst = !isResumed;
    // A component that is rendered inside of a computation must not be stopped with it.
    this.#computation = Tracker.nonreactive(() =>
      Tracker.autorun((computation) => {
        const next = (this.reactiveFunction as ReactiveFunction<T>)(computation);
        if (isFirst) {
          isFirst = false;
          this.value = next;
        } else if (!this.skipUpdate?.(this.value as T, next)) {
          this.value = next;
          this.changed();
        }
      }),
    );
  }

  protected stop(): void {
    this.#computation?.stop();
    this.#computation = undefined;
  }
}

/** Exported for tests. */
export function useTrackerOnClient<T>(
  reactiveFunction: ReactiveFunction<T>,
  dependencies?: DependencyList | SkipUpdate<T> | null,
  skipUpdate?: SkipUpdate<T> | null,
): T {
  const source = useSource((render) => new ReactiveValue<T>(render));
  source.reactiveFunction = reactiveFunction;
  source.skipUpdate = skipUpdate ?? (typeof dependencies === 'function' ? dependencies : undefined);
  // Without dependencies, every render may read something else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what the function depends on
  useMemo(() => source.restart(), Array.isArray(dependencies) ? dependencies : [{}]);
  return source.value as T;
}

/** A server renders once, with what there is. */
const useTrackerOnServer = <T>(reactiveFunction: ReactiveFunction<T>): T =>
  Tracker.nonreactive(() => reactiveFunction());

interface UseTracker {
  /**
   * Gives what `reactiveFunction` returns, and renders the component again when the reactive data that it reads change.
   *
   * @param dependencies What the function reads of the component. If given, it is run again only when one of them or
   * reactive data change; else in every render as well.
   * @param skipUpdate Called with the value before and the one after a change: `true` keeps the one before.
   */
  <T>(
    reactiveFunction: ReactiveFunction<T>,
    dependencies?: DependencyList | null,
    skipUpdate?: SkipUpdate<T> | null,
  ): T;
  <T>(reactiveFunction: ReactiveFunction<T>, skipUpdate?: SkipUpdate<T> | null): T;
}

const useTrackerHere: typeof useTrackerOnClient = Meteor.isServer ? useTrackerOnServer : useTrackerOnClient;

const useCheckedTracker: typeof useTrackerOnClient = (reactiveFunction, dependencies, skipUpdate) => {
  warnOfArguments('useTracker', reactiveFunction, dependencies, skipUpdate);
  const value = useTrackerHere(reactiveFunction, dependencies, skipUpdate);
  warnOfCursors(value);
  return value;
};

export const useTracker: UseTracker = Meteor.isDevelopment ? useCheckedTracker : useTrackerHere;
