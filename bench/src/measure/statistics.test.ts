import { expect, test } from 'vitest';
import { interleave } from './rounds.js';
import { median, medianRatio, spread } from './statistics.js';

test('median', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('spread', () => {
  expect(spread([8, 10, 12])).toBe(0.4);
  expect(spread([5])).toBe(0);
});

test('a ratio is taken round by round', () => {
  // The machine was slow in the second round: both were.
  expect(medianRatio([50, 5, 60], [100, 10, 120])).toBe(0.5);
});

test('rounds are interleaved, every second one backwards', async () => {
  const order: string[] = [];
  const samples = await interleave(['a', 'b'], 3, async (subject, round) => {
    order.push(`${subject}${round}`);
    return round;
  });
  expect(order).toEqual(['a0', 'b0', 'b1', 'a1', 'a2', 'b2']);
  expect(samples.get('b')).toEqual([0, 1, 2]);
});
