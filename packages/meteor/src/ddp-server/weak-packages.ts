import { Package } from '@bolide/meteor/core-runtime';

/** One try of a client to call a method or to subscribe. */
export interface RateLimiterInput {
  readonly userId: string | null;
  readonly clientAddress: string | null;
  readonly type: 'method' | 'subscription';
  readonly name: string;
  readonly connectionId: string;
}

export interface RateLimiterResult {
  readonly allowed: boolean;
  /** Milliseconds. */
  readonly timeToReset: number;
}

/** What `ddp-server` uses of the package `ddp-rate-limiter`, if the app has it. */
export interface RateLimiter {
  _increment(input: RateLimiterInput): void;
  _check(input: RateLimiterInput): RateLimiterResult;
  getErrorMessage(result: RateLimiterResult): string;
}

/** `DDPRateLimiter`, if the app has the package. */
export function rateLimiter(): RateLimiter | undefined {
  return Package['ddp-rate-limiter']?.DDPRateLimiter as RateLimiter | undefined;
}

export function isAuditingArgumentChecks(): boolean {
  return Package['audit-argument-checks'] !== undefined;
}

export function isAutopublishing(): boolean {
  return Package.autopublish !== undefined;
}

interface Facts {
  incrementServerFact(packageName: string, fact: string, increment: number): void;
}

/** Counts something for the package `facts-base`, if the app has it. */
export function countFact(packageName: string, fact: string, increment: number): void {
  (Package['facts-base']?.Facts as Facts | undefined)?.incrementServerFact(packageName, fact, increment);
}
