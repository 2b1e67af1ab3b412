import { Computation as ComputationClass } from './computation.js';
import { Dependency as DependencyClass } from './dependency.js';
import { afterFlush, type FlushOptions, flush, inFlush, runFlush } from './flush.js';
import { scope, withComputation } from './scope.js';

export interface AutorunOptions {
  /** Gets the errors of runs after the first. Default: they are printed. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Runs code again when the reactive data that it reads changes. */
export interface TrackerApi {
  /** Whether there is a current computation. */
  active: boolean;
  /** The computation that reactive data is read for, or `null`. */
  currentComputation: ComputationClass | null;
  readonly Computation: typeof ComputationClass;
  readonly Dependency: typeof DependencyClass;

  /**
   * Runs `runFunc` now, and again whenever what it depends on changes. The computation is stopped when the one that
   * this is called in is invalidated. Its result can be awaited: that waits for an asynchronous first run.
   *
   * @throws What the first run throws.
   */
  autorun(runFunc: (computation: ComputationClass) => unknown, options?: AutorunOptions): ComputationClass;

  /** Runs `func` without depending on what it reads. */
  nonreactive<T>(func: () => T): T;

  /** Runs `func` for a computation: what asynchronous code calls after an `await` to depend on what it reads. */
  withComputation<T>(computation: ComputationClass | null, func: () => T): T;

  /** Calls back once when the current computation is next invalidated or stopped. Throws if there is none. */
  onInvalidate(callback: (computation: ComputationClass) => void): void;

  /** Calls back once, when all computations of the next flush (or of the present one) have run. */
  afterFlush(callback: () => void): void;

  /** Runs all invalidated computations now. Throws inside of a computation or a flush. */
  flush(options?: FlushOptions): void;

  /** Whether a flush is running. */
  inFlush(): boolean;

  _runFlush(options?: { finishSynchronously?: boolean; throwFirstError?: boolean }): void;
}

function autorun(runFunc: (computation: ComputationClass) => unknown, options: AutorunOptions = {}): ComputationClass {
  if (typeof runFunc !== 'function') throw new Error('Tracker.autorun requires a function argument');
  const parent = scope.currentComputation;
  const computation = ComputationClass._start(runFunc, parent, options.onError);
  parent?.onInvalidate(() => computation.stop());
  return computation;
}

function onInvalidate(callback: (computation: ComputationClass) => void): void {
  if (!scope.currentComputation) throw new Error('Tracker.onInvalidate requires a currentComputation');
  scope.currentComputation.onInvalidate(callback);
}

export const Tracker: TrackerApi = Object.assign(scope, {
  Computation: ComputationClass,
  Dependency: DependencyClass,
  autorun,
  nonreactive: <T>(func: () => T): T => withComputation(null, func),
  withComputation,
  onInvalidate,
  afterFlush,
  flush,
  inFlush,
  _runFlush: runFlush,
});

// So that `Tracker.Computation` and `Tracker.Dependency` are types as well.
export declare namespace Tracker {
  export type Computation = ComputationClass;
  export type Dependency = DependencyClass;
}

export type { ComputationClass as Computation, DependencyClass as Dependency };
