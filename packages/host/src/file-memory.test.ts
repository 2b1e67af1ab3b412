import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileMemory } from './file-memory.js';

interface Kept {
  readonly bytes: Uint8Array;
  readonly size: number;
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bolide-memory-'));
  for (const [name, size] of [
    ['a', 40],
    ['b', 40],
    ['c', 40],
    ['large', 200],
  ] as const) {
    writeFileSync(join(folder, name), name.repeat(size).slice(0, size));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => join(folder, name);

function createMemory(budget?: number, largest?: number): { memory: FileMemory<Kept>; kept: () => number } {
  let count = 0;
  const keep = (bytes: Uint8Array): Kept => {
    count++;
    return { bytes, size: bytes.byteLength };
  };
  return { memory: new FileMemory<Kept>(keep, budget, largest), kept: () => count };
}

describe('FileMemory', () => {
  test('reads a file once, however many ask', async () => {
    const { memory, kept } = createMemory();
    expect(memory.get(file('a'))).toBeUndefined();
    const loads = await Promise.all([memory.load(file('a')), memory.load(file('a')), memory.load(file('a'))]);
    expect(kept()).toBe(1);
    expect(memory.get(file('a'))).toBe(loads[0]);
    expect(Buffer.from(loads[0]?.bytes as Uint8Array).toString()).toBe('a'.repeat(40));
    expect(memory.size).toBe(40);
  });

  test('lets go of what was not used for the longest time', async () => {
    const { memory } = createMemory(100);
    await memory.load(file('a'));
    await memory.load(file('b'));
    memory.get(file('a'));
    await memory.load(file('c'));
    expect(['a', 'b', 'c'].map((name) => memory.get(file(name)) !== undefined)).toEqual([true, false, true]);
    expect(memory.size).toBe(80);
  });

  test('does not hold what is too large', async () => {
    const { memory } = createMemory(1000, 100);
    expect([memory.accepts(100), memory.accepts(101)]).toEqual([true, false]);
    expect((await memory.load(file('large'))).size).toBe(200);
    expect([memory.get(file('large')), memory.size]).toEqual([undefined, 0]);
  });

  test('never takes more than its budget for one file', () => {
    expect(createMemory(50, 100).memory.accepts(51)).toBe(false);
  });

  test('a file that cannot be read is asked for again', async () => {
    const { memory } = createMemory();
    await expect(memory.load(file('later'))).rejects.toThrow('ENOENT');
    writeFileSync(file('later'), 'now');
    expect((await memory.load(file('later'))).size).toBe(3);
  });
});
