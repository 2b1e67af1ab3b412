import { describe, expect, test } from 'vitest';
import { OrderedDict } from './ordered-dict.js';

function contents<Key, Value>(dict: OrderedDict<Key, Value>): [Key, Value][] {
  const items: [Key, Value][] = [];
  const collect = (value: Value, key: Key, index: number) => {
    expect(index).toBe(items.length);
    items.push([key, value]);
  };
  dict.forEach(collect);
  return items;
}

const keys = (dict: OrderedDict<string, number>) => contents(dict).map(([key]) => key);
const abc = () => new OrderedDict<string, number>(['a', 1], ['b', 2], ['c', 3]);

describe('OrderedDict', () => {
  test('starts empty or with items', () => {
    const empty = new OrderedDict();
    expect([empty.empty(), empty.size(), empty.first(), empty.lastValue()]).toEqual([true, 0, undefined, undefined]);
    const dict = abc();
    expect(contents(dict)).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    expect([dict.first(), dict.firstValue(), dict.last(), dict.lastValue()]).toEqual(['a', 1, 'c', 3]);
    expect([dict.get('b'), dict.get('x'), dict.has('b'), dict.has('x'), dict.size()]).toEqual([
      2,
      undefined,
      true,
      false,
      3,
    ]);
  });

  test('puts items before others', () => {
    const dict = abc();
    dict.putBefore('x', 9, 'a');
    dict.putBefore('y', 9, 'c');
    dict.putBefore('z', 9, null);
    expect(keys(dict)).toEqual(['x', 'a', 'b', 'y', 'c', 'z']);
    expect(() => dict.putBefore('a', 1, null)).toThrow('Item a already present');
    expect(() => dict.putBefore('q', 1, 'nobody')).toThrow('could not find item');
    expect(dict.has('q')).toBe(false);
  });

  test('moves items', () => {
    const dict = abc();
    const moved = (key: string, before: string | null) => {
      dict.moveBefore(key, before);
      return keys(dict).join('');
    };
    expect(moved('c', 'a')).toBe('cab');
    expect(moved('c', null)).toBe('abc');
    expect(moved('a', 'c')).toBe('bac');
    expect(moved('a', 'c')).toBe('bac');
    expect(moved('a', 'a')).toBe('bac');
    expect(moved('c', null)).toBe('bac');
    expect([dict.first(), dict.last()]).toEqual(['b', 'c']);
    expect(() => dict.moveBefore('x', null)).toThrow('not present');
    expect(() => dict.moveBefore('a', 'x')).toThrow('Could not find');
  });

  test('removes items', () => {
    const dict = abc();
    expect(dict.remove('b')).toBe(2);
    expect(() => dict.remove('b')).toThrow('Item b not present');
    expect([dict.next('a'), dict.prev('c'), dict.next('c'), dict.prev('a')]).toEqual(['c', 'a', null, null]);
    dict.remove('a');
    dict.remove('c');
    expect([dict.empty(), dict.size(), dict.first(), dict.last()]).toEqual([true, 0, undefined, undefined]);
    dict.append('d', 4);
    expect(keys(dict)).toEqual(['d']);
  });

  test('finds positions', () => {
    const dict = abc();
    expect(['a', 'b', 'c', 'x'].map((key) => dict.indexOf(key))).toEqual([0, 1, 2, null]);
  });

  test('forEach and forEachAsync end at BREAK, and pass the context', async () => {
    const seen: unknown[] = [];
    function visit(this: unknown, value: number) {
      seen.push(this, value);
      return value === 2 ? OrderedDict.BREAK : undefined;
    }
    abc().forEach(visit, 'context');
    expect(seen.splice(0)).toEqual(['context', 1, 'context', 2]);
    const visitLater = async (value: number) => {
      await Promise.resolve();
      seen.push(value);
      return value === 2 ? OrderedDict.BREAK : undefined;
    };
    await abc().forEachAsync(visitLater);
    expect(seen).toEqual([1, 2]);
  });

  test('keys are told apart by stringify', () => {
    const dict = new OrderedDict<{ id: number }, string>((key) => key.id, [{ id: 1 }, 'one']);
    expect([dict.get({ id: 1 }), dict.has({ id: 2 })]).toEqual(['one', false]);
    const odd = new OrderedDict<string, number>(['__proto__', 1], ['constructor', 2]);
    expect([odd.get('__proto__'), odd.has('toString'), odd.size()]).toEqual([1, false, 2]);
  });
});
