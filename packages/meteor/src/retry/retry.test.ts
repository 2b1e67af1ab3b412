import { describe, expect, test } from 'vitest';
import { Retry } from './retry.js';

describe('Retry', () => {
  test('waits little at first, then longer and longer, up to a limit', () => {
    const retry = new Retry({ fuzz: 0 });
    expect([0, 1, 2, 3].map((count) => Math.round(retry._timeout(count)))).toEqual([10, 10, 4840, 10648]);
    expect(retry._timeout(50)).toBe(5 * 60 * 1000);
    expect(retry._timeout(100_000)).toBe(5 * 60 * 1000);
  });

  test('fuzz spreads the wait around its middle', () => {
    const retry = new Retry({ baseTimeout: 100, exponent: 1, minCount: 0, fuzz: 0.5 });
    const waits = Array.from({ length: 500 }, () => retry._timeout(3));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(75);
    expect(Math.max(...waits)).toBeLessThanOrEqual(125);
    expect(new Set(waits).size).toBeGreaterThan(400);
  });

  test('only the last of several attempts is made', async () => {
    const retry = new Retry({ minTimeout: 1 });
    const made: string[] = [];
    expect(retry.retryLater(0, () => made.push('first'))).toBe(1);
    await new Promise<void>((resolve) => {
      retry.retryLater(0, () => {
        made.push('second');
        resolve();
      });
    });
    expect(made).toEqual(['second']);
  });

  test('clear gives up', async () => {
    const retry = new Retry({ minTimeout: 0 });
    const made: string[] = [];
    retry.retryLater(0, () => made.push('attempt'));
    retry.clear();
    retry.clear();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toEqual([]);
  });
});
