import { expect, test } from 'vitest';
import { atEndOfTurn } from './turn-queue.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('flushes after what the turn still has to do, in order', async () => {
  const seen: string[] = [];
  atEndOfTurn({ flush: () => seen.push('first') });
  atEndOfTurn({ flush: () => seen.push('second') });
  await Promise.resolve();
  await Promise.resolve();
  seen.push('promises');
  await nextTurn();
  expect(seen).toEqual(['promises', 'first', 'second']);
});

test('what is asked for during a flush comes in the next turn', async () => {
  const seen: string[] = [];
  atEndOfTurn({
    flush() {
      seen.push('first');
      atEndOfTurn({ flush: () => seen.push('later') });
    },
  });
  atEndOfTurn({ flush: () => seen.push('second') });
  await nextTurn();
  await nextTurn();
  expect(seen).toEqual(['first', 'second', 'later']);
});
