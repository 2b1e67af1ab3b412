import { describe, expect, test } from 'vitest';
import { logged, settle } from '../test-support/protocol-client.js';
import { currentWriteFence, getCurrentFence } from './current-fence.js';
import { WriteFence } from './write-fence.js';

function setUp() {
  const fence = new WriteFence();
  const calls: string[] = [];
  fence.onAllCommitted(() => calls.push('committed'));
  return { fence, calls };
}

describe('WriteFence', () => {
  test('fires when it is armed and nothing is outstanding', async () => {
    const { fence, calls } = setUp();
    const write = fence.beginWrite();
    fence.arm();
    expect(calls).toEqual([]);
    const other = fence.beginWrite();
    await write.committed();
    expect(calls).toEqual([]);
    await other.committed();
    expect(calls).toEqual(['committed']);
    expect(fence.fired).toBe(true);
  });

  test('fires at once, synchronously, without writes', () => {
    const { fence, calls } = setUp();
    expect(fence.arm()).toBe(undefined);
    expect(calls).toEqual(['committed']);
  });

  test('not before it is armed', async () => {
    const { fence, calls } = setUp();
    await fence.beginWrite().committed();
    expect(calls).toEqual([]);
    fence.arm();
    expect(calls).toEqual(['committed']);
  });

  test('callbacks before firing run in order and may write', async () => {
    const { fence, calls } = setUp();
    let write = { committed: () => Promise.resolve() };
    fence.onBeforeFire(async () => {
      await settle(1);
      calls.push('before 1');
      write = fence.beginWrite();
    });
    fence.onBeforeFire(() => calls.push('before 2'));
    await fence.arm();
    expect(calls).toEqual(['before 1', 'before 2']);
    await write.committed();
    expect(calls).toEqual(['before 1', 'before 2', 'committed']);
  });

  test('errors of callbacks are printed and stop nothing', async () => {
    const { fence, calls } = setUp();
    fence.onBeforeFire(() => {
      throw new Error('before');
    });
    fence.onAllCommitted(() => {
      throw new Error('sync');
    });
    fence.onAllCommitted(() => Promise.reject(new Error('async')));
    fence.onAllCommitted(() => calls.push('last'));
    const lines = await logged(() => fence.arm());
    expect(lines.map((line) => /Error: (\w+)/.exec(line)?.[1])).toEqual(['before', 'sync', 'async']);
    expect(calls).toEqual(['committed', 'last']);
  });

  test('armAndWait waits until it has fired', async () => {
    const { fence, calls } = setUp();
    const write = fence.beginWrite();
    setTimeout(() => write.committed(), 1);
    await fence.armAndWait();
    expect(calls).toEqual(['committed']);
  });

  test('refuses what comes too late or twice', async () => {
    const { fence } = setUp();
    expect(() => fence.retire()).toThrow("hasn't fired");
    const write = fence.beginWrite();
    await write.committed();
    await expect(write.committed()).rejects.toThrow('committed called twice');
    fence.arm();
    expect(() => fence.beginWrite()).toThrow('too late to add writes');
    expect(() => fence.onBeforeFire(() => {})).toThrow('too late to add a callback');
    expect(() => fence.onAllCommitted(() => {})).toThrow('too late to add a callback');
    expect(() => fence.arm()).toThrow('already activated');
    fence.retire();
    await fence.beginWrite().committed();
  });

  test('the current one cannot be armed', () => {
    const { fence } = setUp();
    currentWriteFence.withValue(fence, () => {
      expect(getCurrentFence()).toBe(fence);
      expect(() => fence.arm()).toThrow("Can't arm the current fence");
    });
    expect(getCurrentFence()).toBe(undefined);
  });
});
