import { expect, test } from 'vitest';
import { tolerateSlowBody } from './slow-bodies.js';

test('a body that keeps coming is given time, but not for ever', () => {
  let now = 1000;
  const extended: number[] = [];
  const onPiece = tolerateSlowBody(
    () => extended.push(now - 1000),
    () => now,
  );
  for (let second = 0; second < 600; second++) {
    onPiece();
    now += 1000;
  }
  expect(extended).toEqual(Array.from({ length: 30 }, (_, index) => (index + 1) * 10_000));
});
