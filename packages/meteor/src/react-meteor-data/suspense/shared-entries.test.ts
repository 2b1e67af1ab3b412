import { describe, expect, test } from 'vitest';
import { SharedEntry } from './shared-entries.js';

const caught = (read: () => unknown): unknown => {
  try {
    read();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
};
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('SharedEntry', () => {
  test('gives React a promise until there is a value', async () => {
    const entry = new SharedEntry<number>();
    expect(caught(() => entry.read())).toBe(entry.settled);
    entry.setValue(1);
    await entry.settled;
    expect(entry.read()).toBe(1);
    entry.onUnused = () => {};
    entry.use(() => {})();
  });

  test('throws the error', () => {
    const entry = new SharedEntry<number>();
    const release = entry.use(() => {});
    entry.setError('refused');
    expect(caught(() => entry.read())).toBe('refused');
    release();
  });

  test('renders its users for a new value, and ends when the last one has gone', async () => {
    const entry = new SharedEntry<number>();
    let ends = 0;
    entry.onUnused = () => {
      ends += 1;
    };
    const rendered: string[] = [];
    const [one, two] = [entry.use(() => rendered.push('one')), entry.use(() => rendered.push('two'))];
    entry.setValue(1);
    expect(rendered).toEqual(['one', 'two']);
    one();
    await turn();
    expect(ends).toBe(0);
    two();
    // Strict mode: given back, and taken again at once.
    const again = entry.use(() => {});
    await turn();
    expect(ends).toBe(0);
    again();
    await turn();
    expect(ends).toBe(1);
  });
});
