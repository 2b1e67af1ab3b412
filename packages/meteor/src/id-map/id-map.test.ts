import { describe, expect, test } from 'vitest';
import { IdMap } from './id-map.js';

const filled = () => {
  const map = new IdMap<string, { n: number }>();
  map.set('a', { n: 1 });
  map.set('b', { n: 2 });
  return map;
};

describe('IdMap', () => {
  test('keeps, finds and removes values', () => {
    const map = filled();
    expect(map.get('a')).toEqual({ n: 1 });
    expect(map.get('c')).toBeUndefined();
    expect(map.has('b')).toBe(true);
    map.remove('b');
    expect(map.has('b')).toBe(false);
    expect(map.size()).toBe(1);
    expect(map.empty()).toBe(false);
    map.clear();
    expect(map.empty()).toBe(true);
  });

  test('keys are what idStringify makes of ids', () => {
    const map = new IdMap<{ id: number }, string>(
      (id) => String(id.id),
      (key) => ({ id: Number(key) }),
    );
    map.set({ id: 7 }, 'seven');
    expect(map.get({ id: 7 })).toBe('seven');
    map.forEach((value, id) => {
      expect([value, id]).toEqual(['seven', { id: 7 }]);
    });
  });

  test('"1" and 1 are two ids by default, and "__proto__" is an ordinary one', () => {
    const map = new IdMap<string | number, string>();
    map.set('1', 'text');
    map.set(1, 'number');
    map.set('__proto__', 'plain');
    expect([map.get('1'), map.get(1), map.get('__proto__'), map.size()]).toEqual(['text', 'number', 'plain', 3]);
  });

  test('forEach stops at false only', () => {
    const seen: string[] = [];
    const visitor = (result: unknown) => (_value: unknown, id: string) => {
      seen.push(id);
      return result;
    };
    filled().forEach(visitor(undefined));
    filled().forEach(visitor(false));
    expect(seen).toEqual(['a', 'b', 'a']);
  });

  test('forEachAsync waits and stops at false', async () => {
    const seen: string[] = [];
    await filled().forEachAsync(async (_value, id) => {
      await Promise.resolve();
      seen.push(id);
      return id !== 'a';
    });
    expect(seen).toEqual(['a']);
  });

  test('setDefault keeps a value that is there', () => {
    const map = filled();
    expect(map.setDefault('a', { n: 9 })).toEqual({ n: 1 });
    expect(map.setDefault('c', { n: 3 })).toEqual({ n: 3 });
    expect(map.get('c')).toEqual({ n: 3 });
  });

  test('clone copies the values', () => {
    const map = filled();
    const copy = map.clone();
    (copy.get('a') as { n: number }).n = 100;
    copy.remove('b');
    expect(map.get('a')).toEqual({ n: 1 });
    expect(map.has('b')).toBe(true);
  });
});
