import type { Computation } from './computation.js';

/** Where the running code stands. `Tracker` is this object with its functions added. */
export const scope: { active: boolean; currentComputation: Computation | null } = {
  active: false,
  currentComputation: null,
};

/** Runs `func` with `computation` as the current one. */
export function withComputation<T>(computation: Computation | null, func: () => T): T {
  const previous = scope.currentComputation;
  scope.currentComputation = computation;
  scope.active = Boolean(computation);
  try {
    return func();
  } finally {
    scope.currentComputation = previous;
    scope.active = Boolean(previous);
  }
}

let computing = false;

/** Whether a computation is running; also inside of `Tracker.nonreactive`, where none is current. */
export function isInCompute(): boolean {
  return computing;
}

/** Runs the function of a computation. */
export function inCompute<T>(func: () => T): T {
  const before = computing;
  computing = true;
  try {
    return func();
  } finally {
    computing = before;
  }
}
