import { describe, expect, test } from 'vitest';
import { SerialQueue } from './serial-queue.js';
import { captureLog, settle } from './test-support/connect.js';

describe('SerialQueue', () => {
  test('runs synchronous tasks at once, others one after another', async () => {
    let idleCount = 0;
    const queue = new SerialQueue('a test', () => (idleCount += 1));
    const log: string[] = [];
    expect(queue.run(() => log.push('one'))).toBe(undefined);
    expect(log).toEqual(['one']);
    expect(queue.idle).toBe(true);
    queue.run(async () => {
      await settle();
      log.push('two');
    });
    const last = queue.run(() => log.push('three'));
    expect(queue.idle).toBe(false);
    expect(log).toEqual(['one']);
    await last;
    expect(log).toEqual(['one', 'two', 'three']);
    expect(queue.idle).toBe(true);
    expect(idleCount).toBe(1);
  });

  test('goes on after an error, and prints it', async () => {
    const queue = new SerialQueue('a test');
    const log: string[] = [];
    const printed = await captureLog(async () => {
      queue.run(() => {
        throw new Error('first');
      });
      queue.run(() => Promise.reject(new Error('second')));
      await queue.run(() => log.push('third'));
    });
    expect(printed).toContain('Exception in a test: Error: first');
    expect(printed).toContain('Exception in a test: Error: second');
    expect(log).toEqual(['third']);
  });
});
