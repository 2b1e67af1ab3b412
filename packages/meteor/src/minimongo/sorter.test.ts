import { describe, expect, test } from 'vitest';
import { MinimongoIdMap } from './document-map.js';
import { Sorter } from './sorter.js';
import { compareValues } from './values/compare.js';

function sorted(spec: unknown, documents: object[]): object[] {
  const bySorter = new Sorter(spec).sortDocuments([...documents]);
  // Both ways give the same.
  expect([...documents].sort(new Sorter(spec).getComparator())).toEqual(bySorter);
  return bySorter;
}

describe('compareValues', () => {
  test('has the order of MongoDB across types', () => {
    const values = [
      undefined,
      null,
      Number.NaN,
      -Infinity,
      -1,
      0,
      1.5,
      Infinity,
      '',
      'B',
      'a',
      'aa',
      {},
      { a: 1 },
      { a: 1, b: 1 },
      { a: 2 },
      { b: 0 },
      [],
      [1],
      [1, 2],
      [2],
      new Uint8Array([9]),
      new Uint8Array([1, 1]),
      new Uint8Array([1, 2]),
      false,
      true,
      new Date(0),
      new Date(1),
      /a/,
      /b/,
    ];
    values.forEach((a, i) => {
      values.forEach((b, j) => {
        expect([i, j, Math.sign(compareValues(a, b))]).toEqual([i, j, Math.sign(i - j)]);
      });
    });
  });
});

describe('Sorter', () => {
  test('sorts by one field or several, up and down', () => {
    const documents = [{ a: 2, b: 1 }, { a: 1, b: 1 }, { a: 1, b: 2 }, {}];
    const [a2b1, a1b1, a1b2, none] = documents;
    expect(sorted({ a: 1, b: -1 }, documents)).toEqual([none, a1b2, a1b1, a2b1]);
    expect(sorted({ a: -1, b: 1 }, documents)).toEqual([a2b1, a1b1, a1b2, none]);
    expect(sorted([['a', 'desc'], 'b'], documents)).toEqual([a2b1, a1b1, a1b2, none]);
    expect(
      sorted(
        [
          ['a', -1],
          ['b', 'asc'],
        ],
        documents,
      ),
    ).toEqual([a2b1, a1b1, a1b2, none]);
    expect(sorted({ a: 'descending' }, documents)[0]).toBe(a2b1);
    expect(sorted({ a: 'asc' }, documents)[0]).toBe(none);
  });

  test('keeps the order of equal documents', () => {
    expect(sorted({ a: 1 }, [{ a: 1, n: 1 }, { a: 0 }, { a: 1, n: 2 }])).toEqual([
      { a: 0 },
      { a: 1, n: 1 },
      { a: 1, n: 2 },
    ]);
  });

  test('sorts by a function, or by nothing', () => {
    expect(sorted((a: { x: number }, b: { x: number }) => b.x - a.x, [{ x: 1 }, { x: 2 }])).toEqual([
      { x: 2 },
      { x: 1 },
    ]);
    expect(sorted([], [{ x: 2 }, { x: 1 }])).toEqual([{ x: 2 }, { x: 1 }]);
  });

  test('arrays count by their least element, or by the greatest when sorting down', () => {
    const [low, high] = [{ a: [1, 10] }, { a: [5, 6] }];
    expect(sorted({ a: 1 }, [high, low])).toEqual([low, high]);
    expect(sorted({ a: -1 }, [high, low])).toEqual([low, high]);
    expect(sorted({ a: 1 }, [{ a: 1 }, { a: [] }, { a: null }])).toEqual([{ a: [] }, { a: null }, { a: 1 }]);
    expect(sorted({ 'a.x': 1 }, [{ a: { x: 3 } }, { a: [{ x: 2 }, { x: 9 }] }])).toEqual([
      { a: [{ x: 2 }, { x: 9 }] },
      { a: { x: 3 } },
    ]);
    expect(sorted({ 'a.1': 1 }, [{ a: [0, 5] }, { a: [9, 4] }])).toEqual([{ a: [9, 4] }, { a: [0, 5] }]);
  });

  test('the values of a key are from one element', () => {
    const keyOf = (document: object) => new Sorter({ 'a.x': 1, 'a.y': 1 })._getMinKeyFromDoc(document);
    expect(
      keyOf({
        a: [
          { x: 1, y: 3 },
          { x: 0, y: 5 },
        ],
      }),
    ).toEqual([0, 5]);
    expect(
      keyOf({
        a: [
          { x: 0, y: 5 },
          { x: 0, y: 4 },
        ],
      }),
    ).toEqual([0, 4]);
    const mixed = new Sorter({ 'a.x': 1, b: 1 });
    expect(mixed._getMinKeyFromDoc({ a: [{ x: 2 }, { x: 1 }], b: 7 })).toEqual([1, 7]);
  });

  test('refuses two different arrays in one document', () => {
    const sorter = new Sorter({ a: 1, b: 1 });
    expect(() => sorter._getMinKeyFromDoc({ a: [1, 2], b: [3] })).toThrow('cannot index parallel arrays');
    expect(() => sorter._getMinKeyFromDoc({ a: [1, 2], b: [{ x: 1 }] })).toThrow('cannot index parallel arrays');
  });

  test('sorts by distance when there is nothing else', () => {
    const distances = new MinimongoIdMap<number>();
    distances.set('far', 9);
    distances.set('near', 1);
    expect(new Sorter([]).sortDocuments([{ _id: 'far' }, { _id: 'near' }], distances)).toEqual([
      { _id: 'near' },
      { _id: 'far' },
    ]);
    expect(new Sorter({ _id: 1 }).sortDocuments([{ _id: 'near' }, { _id: 'far' }], distances)[0]).toEqual({
      _id: 'far',
    });
    const compare = new Sorter([]).getComparator({ distances });
    expect(() => compare({ _id: 'missing' }, { _id: 'near' })).toThrow('Missing distance for missing');
  });

  test.each<[unknown, string]>([
    [5, 'Bad sort specification'],
    [null, 'Bad sort specification'],
    [{ '': 1 }, 'sort keys must be non-empty'],
    [[null], 'sort keys must be non-empty'],
    [{ $natural: 1 }, 'unsupported sort key: $natural'],
  ])('%j is refused', (spec, message) => {
    expect(() => new Sorter(spec)).toThrow(message);
  });
});
