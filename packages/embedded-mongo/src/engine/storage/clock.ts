import type { OperationClock } from '../types.js';

const INCREMENTS = 2 ** 20;

/**
 * Operation times: the second in which something was written and a number within it. Never goes back, whatever the
 * system's clock does.
 */
export class Clock implements OperationClock {
  #position: number;

  /** @param position of the last write, 0 if there was none */
  constructor(position: number) {
    this.#position = Math.max(position, Math.floor(Date.now() / 1000) * INCREMENTS);
  }

  now(): { readonly t: number; readonly i: number } {
    return timeOfPosition(this.#position);
  }

  /** The time of a new write, as the position in the log of changes. */
  tick(): number {
    this.#position = Math.max(this.#position, Math.floor(Date.now() / 1000) * INCREMENTS) + 1;
    return this.#position;
  }
}

/** A time as one integer, below 2^53 until the year 2242. */
export function positionOfTime(time: { readonly t: number; readonly i: number }): number {
  return time.t * INCREMENTS + time.i;
}

export function timeOfPosition(position: number): { readonly t: number; readonly i: number } {
  return { t: Math.floor(position / INCREMENTS), i: position % INCREMENTS };
}
