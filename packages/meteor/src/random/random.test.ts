import { describe, expect, test } from 'vitest';
import { Random } from './random.js';

describe('Random', () => {
  test('seeds give the ids that Meteor gives', () => {
    const random = Random.createWithSeeds(0);
    expect([random.id(), random.id(), random.id(), random.id()]).toEqual([
      'cp9hWvhg8GSvuZ9os',
      '3f3k6Xo7rrHCifQhR',
      'shxDnjWWmnKPEoLhM',
      '6QTjB8C5SEqhmz4ni',
    ]);
  });

  test('seeds count by their text and their order', () => {
    const idOf = (...seeds: unknown[]) => Random.createWithSeeds(...seeds).id();
    expect(idOf('seed', '/rpc/insert')).toBe(idOf('seed', '/rpc/insert'));
    expect(idOf(0)).toBe(idOf('0'));
    expect(idOf('seed', '/rpc/insert')).not.toBe(idOf('/rpc/insert', 'seed'));
  });

  test('refuses to make a seeded generator without seeds', () => {
    expect(() => Random.createWithSeeds()).toThrow('No seeds were provided');
  });

  test.each([
    ['Random', Random],
    ['Random.insecure', Random.insecure],
    ['a seeded generator', Random.createWithSeeds('a')],
  ])('%s gives well-formed values', (_name, random) => {
    expect(random.id()).toMatch(/^[23456789ABCDEFGHJKLMNPQRSTWXYZabcdefghijkmnopqrstuvwxyz]{17}$/);
    expect(random.id(29)).toHaveLength(29);
    expect(random.secret()).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(random.secret(13)).toHaveLength(13);
    expect(random.hexString(9)).toMatch(/^[0-9a-f]{9}$/);
    for (let i = 0; i < 1000; i++) {
      const fraction = random.fraction();
      expect(fraction >= 0 && fraction < 1).toBe(true);
    }
  });

  test('ids differ across refills of the pool', () => {
    const ids = new Set(Array.from({ length: 2000 }, () => Random.id()));
    expect(ids.size).toBe(2000);
  });

  test('choice takes elements and characters, and copes with nothing to choose from', () => {
    for (let i = 0; i < 50; i++) {
      expect([1, 2, 3]).toContain(Random.choice([1, 2, 3]));
      expect('abc').toContain(Random.choice('abc'));
    }
    expect(Random.choice([])).toBeUndefined();
    expect(Random.choice('')).toBe('');
  });
});
