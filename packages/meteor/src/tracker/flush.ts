import type { Computation } from './computation.js';
import { report, throwErrors } from './errors.js';
import { Queue } from './queue.js';
import { schedule } from './schedule.js';
import { isInCompute } from './scope.js';

/** After so many computations, a flush that nobody waits for lets the event loop run. */
const MAX_COMPUTATIONS_PER_TURN = 1000;
const PAUSE_MS = 10;

const pendingComputations = new Queue<Computation>();
const afterFlushCallbacks = new Queue<() => void>();
/** A flush is scheduled or running. */
let willFlush = false;
let flushing = false;

export interface FlushOptions {
  /** Throw the first error instead of printing it. */
  _throwFirstError?: boolean | undefined;
}

/** Whether a flush is running. */
export function inFlush(): boolean {
  return flushing;
}

/** Adds a computation to the next flush. */
export function enqueue(computation: Computation): void {
  requireFlush();
  pendingComputations.add(computation);
}

/** Calls `callback` once in the next flush, or later in this one, when all computations have run. */
export function afterFlush(callback: () => void): void {
  afterFlushCallbacks.add(callback);
  requireFlush();
}

/** Runs all invalidated computations now, and those which they invalidate. */
export function flush(options?: FlushOptions): void {
  runFlush({ finishSynchronously: true, throwFirstError: options?._throwFirstError === true });
}

function requireFlush(): void {
  if (willFlush) return;
  willFlush = true;
  schedule(() => runFlush());
}

/** Flushes; returns early after many computations, and continues later, unless it has to finish. */
export function runFlush(options: { finishSynchronously?: boolean; throwFirstError?: boolean } = {}): void {
  if (flushing) throw new Error("Can't call Tracker.flush while flushing");
  if (isInCompute()) throw new Error("Can't flush inside Tracker.autorun");
  const { finishSynchronously = false, throwFirstError = false } = options;

  flushing = true;
  willFlush = true;
  const before = throwErrors(throwFirstError);
  let completed = false;
  try {
    flushQueues(finishSynchronously ? Number.POSITIVE_INFINITY : MAX_COMPUTATIONS_PER_TURN);
    completed = true;
  } finally {
    throwErrors(before);
    flushing = false;
    // An error was thrown because that was asked for; the rest is still done, its errors printed.
    if (!completed) runFlush({ finishSynchronously });
    willFlush = false;
    if (!pendingComputations.isEmpty() || !afterFlushCallbacks.isEmpty()) setTimeout(requireFlush, PAUSE_MS);
  }
}

function flushQueues(limit: number): void {
  let recomputed = 0;
  for (;;) {
    for (let computation = pendingComputations.take(); computation; computation = pendingComputations.take()) {
      try {
        computation._recompute();
      } finally {
        // Invalidated by itself: it runs again before the others.
        if (computation._needsRecompute()) pendingComputations.putBack(computation);
      }
      if (++recomputed > limit) return;
    }
    const callback = afterFlushCallbacks.take();
    if (!callback) return;
    try {
      callback();
    } catch (error) {
      report('afterFlush', error);
    }
  }
}
