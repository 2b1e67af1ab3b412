import { expect, test } from 'vitest';
import { Histogram } from './histogram.js';

test('percentiles are right to about one percent', () => {
  const histogram = new Histogram();
  for (let value = 1; value <= 1000; value++) histogram.add(value / 10);
  for (const share of [0.5, 0.95, 0.99, 1]) {
    const ratio = histogram.percentile(share) / (share * 100);
    expect(ratio).toBeGreaterThanOrEqual(0.999);
    expect(ratio).toBeLessThan(1.012);
  }
});

test('values out of range count as the nearest', () => {
  const histogram = new Histogram();
  histogram.add(0);
  histogram.add(1e12);
  expect(histogram.percentile(0.5)).toBe(0.001);
  expect(histogram.percentile(1)).toBeGreaterThan(1e6);
});

test('of nothing there is no percentile', () => {
  expect(new Histogram().percentile(0.5)).toBeNaN();
});
