import { report } from './errors.js';
import { enqueue } from './flush.js';
import { inCompute, withComputation } from './scope.js';

export type ComputationCallback = (computation: Computation) => void;

/** Code that runs again when reactive data that it read changes. Made by `Tracker.autorun`. */
export class Computation {
  /** Whether this computation was stopped. */
  stopped = false;
  /** Whether it will run again soon, or was stopped. */
  invalidated = false;
  /** Whether it is running for the first time, before the first `await` of an asynchronous function. */
  firstRun = true;
  /** Settles like what the function gave when it first ran. */
  firstRunPromise: Promise<unknown> | undefined;

  readonly _id: number;
  readonly _parent: Computation | null;
  readonly _func: (computation: Computation) => unknown;
  readonly _onError: ((error: unknown) => void) | undefined;
  _recomputing = false;
  #onInvalidate: ComputationCallback[] = [];
  #onStop: ComputationCallback[] = [];

  static #nextId = 1;
  static #constructing = false;

  /** @throws Error always; use `Tracker.autorun`. */
  constructor(
    func: (computation: Computation) => unknown,
    parent: Computation | null,
    onError: ((error: unknown) => void) | undefined,
  ) {
    if (!Computation.#constructing) {
      throw new Error('Tracker.Computation constructor is private; use Tracker.autorun');
    }
    Computation.#constructing = false;
    this._id = Computation.#nextId++;
    this._parent = parent;
    this._func = func;
    this._onError = onError;
  }

  /** What the constructor refuses to everybody else: makes a computation and runs it for the first time. */
  static _start(
    func: (computation: Computation) => unknown,
    parent: Computation | null,
    onError: ((error: unknown) => void) | undefined,
  ): Computation {
    Computation.#constructing = true;
    const computation = new Computation(func, parent, onError);
    let errored = true;
    try {
      computation._compute();
      errored = false;
    } finally {
      computation.firstRun = false;
      if (errored) computation.stop();
    }
    return computation;
  }

  // biome-ignore-start lint/suspicious/noThenProperty: `await Tracker.autorun(async …)` is Meteor's API
  /** Makes `await Tracker.autorun(async () => …)` wait for the end of the first run. */
  then<Result = unknown, Failure = never>(
    onResolved?: ((value: unknown) => Result | PromiseLike<Result>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#firstRun().then(onResolved, onRejected) as Promise<Result | Failure>;
  }
  // biome-ignore-end lint/suspicious/noThenProperty: see above

  /** Called with the error of the first run. */
  catch<Failure = never>(onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null): Promise<unknown> {
    return this.#firstRun().catch(onRejected);
  }

  /** Calls back once: when this computation is next invalidated, or at once if it is invalidated now. */
  onInvalidate(callback: ComputationCallback): void {
    if (typeof callback !== 'function') throw new Error('onInvalidate requires a function');
    if (this.invalidated) this.#callOutside(callback);
    else this.#onInvalidate.push(callback);
  }

  /** Calls back when this computation is stopped, after its onInvalidate callbacks; at once if it is stopped now. */
  onStop(callback: ComputationCallback): void {
    if (typeof callback !== 'function') throw new Error('onStop requires a function');
    if (this.stopped) this.#callOutside(callback);
    else this.#onStop.push(callback);
  }

  /** Makes it run again, at the next flush. */
  invalidate(): void {
    if (this.invalidated) return;
    // A computation that invalidates itself while it runs again is looked at as soon as it has finished.
    if (!this._recomputing && !this.stopped) enqueue(this);
    this.invalidated = true;
    const callbacks = this.#onInvalidate;
    this.#onInvalidate = [];
    for (const callback of callbacks) this.#callOutside(callback);
  }

  /** Keeps it from ever running again. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.invalidate();
    const callbacks = this.#onStop;
    this.#onStop = [];
    for (const callback of callbacks) this.#callOutside(callback);
  }

  /** Runs it again at once if it is invalidated. */
  flush(): void {
    if (!this._recomputing) this._recompute();
  }

  /** Runs it again at once. */
  run(): void {
    this.invalidate();
    this.flush();
  }

  _compute(): void {
    this.invalidated = false;
    const result = inCompute(() => withComputation(this, () => this._func(this)));
    if (this.firstRun) this.firstRunPromise = Promise.resolve(result);
    // Nobody holds the promise of a later run.
    else if (result instanceof Promise) result.catch((error: unknown) => this.#failed(error));
  }

  _needsRecompute(): boolean {
    return this.invalidated && !this.stopped;
  }

  _recompute(): void {
    this._recomputing = true;
    try {
      if (this._needsRecompute()) this._compute();
    } catch (error) {
      this.#failed(error);
    } finally {
      this._recomputing = false;
    }
  }

  #failed(error: unknown): void {
    if (this._onError) this._onError(error);
    else report('recompute', error);
  }

  #firstRun(): Promise<unknown> {
    return this.firstRunPromise ?? Promise.resolve();
  }

  #callOutside(callback: ComputationCallback): void {
    withComputation(null, () => callback(this));
  }
}
