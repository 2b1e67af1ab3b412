import type { Computation } from './computation.js';
import { scope } from './scope.js';

/** Something reactive that computations can depend on, such as one value. */
export class Dependency {
  readonly _dependentsById = new Map<number, Computation>();

  /**
   * Makes a computation depend on this: the current one, or the one given.
   *
   * @returns Whether it is a new dependent. False also when there is no computation.
   */
  depend(fromComputation: Computation | null = scope.currentComputation): boolean {
    if (!fromComputation) return false;
    const id = fromComputation._id;
    if (this._dependentsById.has(id)) return false;
    this._dependentsById.set(id, fromComputation);
    fromComputation.onInvalidate(() => {
      this._dependentsById.delete(id);
    });
    return true;
  }

  /** Invalidates all dependents; they depend no longer. */
  changed(): void {
    // A copy: callbacks may make computations depend again, which is about the next change. Older computations come
    // first, so that they stop those that they made before these run for nothing.
    const dependents = [...this._dependentsById.values()].sort((a, b) => a._id - b._id);
    for (const computation of dependents) computation.invalidate();
  }

  /** Whether any computation depends on this. */
  hasDependents(): boolean {
    return this._dependentsById.size > 0;
  }
}
