import { Meteor } from '@bolide/meteor/meteor';
import { Random } from '@bolide/meteor/random';

export interface RetryOptions {
  /** The wait that grows, in ms. Default 1000. */
  baseTimeout?: number | undefined;
  /** By what the wait grows with each attempt. Default 2.2. */
  exponent?: number | undefined;
  /** The longest wait, in ms. Default 5 minutes, so that a server that failed from load can recover. */
  maxTimeout?: number | undefined;
  /** The wait of the first `minCount` attempts, in ms. Default 10. */
  minTimeout?: number | undefined;
  /** How many attempts are made almost at once. Default 2. */
  minCount?: number | undefined;
  /** Which share of the wait is random, so that not all clients come back together. Default 0.5. */
  fuzz?: number | undefined;
}

/** Waits before another attempt, longer each time. */
export class Retry {
  baseTimeout: number;
  exponent: number;
  maxTimeout: number;
  minTimeout: number;
  minCount: number;
  fuzz: number;
  /** The attempt that is being waited for. */
  retryTimer: ReturnType<typeof Meteor.setTimeout> | null = null;

  constructor(options: RetryOptions = {}) {
    this.baseTimeout = options.baseTimeout ?? 1000;
    this.exponent = options.exponent ?? 2.2;
    this.maxTimeout = options.maxTimeout ?? 5 * 60 * 1000;
    this.minTimeout = options.minTimeout ?? 10;
    this.minCount = options.minCount ?? 2;
    this.fuzz = options.fuzz ?? 0.5;
  }

  /** Gives up the attempt that is being waited for. */
  clear(): void {
    if (this.retryTimer !== null) Meteor.clearTimeout(this.retryTimer);
    this.retryTimer = null;
  }

  /** The wait in ms before attempt number `count`, counted from 0. */
  _timeout(count: number): number {
    if (count < this.minCount) return this.minTimeout;
    const wait = Math.min(this.maxTimeout, this.baseTimeout * this.exponent ** count);
    return wait * (1 + this.fuzz * (Random.fraction() - 0.5));
  }

  /**
   * Calls `attempt` later, instead of an attempt that is being waited for.
   *
   * @param count The number of attempts made before.
   * @returns The wait in ms.
   */
  retryLater(count: number, attempt: () => void): number {
    const timeout = this._timeout(count);
    this.clear();
    this.retryTimer = Meteor.setTimeout(attempt, timeout);
    return timeout;
  }
}
