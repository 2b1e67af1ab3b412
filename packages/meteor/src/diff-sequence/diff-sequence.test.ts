import { describe, expect, test } from 'vitest';
import { DiffSequence } from './diff-sequence.js';
import type { DiffDocument, DiffFields } from './types.js';

/** Applies what an ordered observer is told to a copy of a list, and counts the moves. */
function replay(oldResults: DiffDocument[], newResults: DiffDocument[]) {
  const results = oldResults.map((doc) => ({ ...doc }));
  let moves = 0;
  const indexOf = (id: unknown) => {
    const index = id === null ? results.length : results.findIndex((doc) => String(doc._id) === String(id));
    if (index === -1) throw new Error(`No document ${id}`);
    return index;
  };
  DiffSequence.diffQueryOrderedChanges(oldResults, newResults, {
    addedBefore(id, fields, before) {
      results.splice(indexOf(before), 0, { _id: id, ...fields });
    },
    movedBefore(id, before) {
      moves++;
      const [doc] = results.splice(indexOf(id), 1);
      results.splice(indexOf(before), 0, doc as DiffDocument);
    },
    changed(id, fields) {
      DiffSequence.applyChanges(results[indexOf(id)] as DiffDocument, fields);
    },
    removed(id) {
      results.splice(indexOf(id), 1);
    },
  });
  return { results, moves };
}

const documents = (ids: (string | number)[]) =>
  ids.map((id): DiffDocument => (typeof id === 'number' && id < 0 ? { _id: -id, changed: true } : { _id: id }));

describe('diffQueryOrderedChanges', () => {
  const lists: [(string | number)[], (string | number)[]][] = [
    [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
    ],
    [['a', 'b', 'c'], []],
    [
      ['a', 'b', 'c'],
      ['e', 'f'],
    ],
    [
      ['a', 'b', 'c', 'd'],
      ['c', 'b', 'a'],
    ],
    [[...'ABCDEFGHI'], [...'ABFGCDILMNH']],
    [[...'ABCDEFGHI'], [...'ABCDFGHEI']],
    [
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [-2, 7, 4, 6, 11, -3, -8, 9],
    ],
    [
      [1, 2, 3],
      [-3, -2, -1],
    ],
    [
      [1, 2, 3, 4, 5, 6, 7],
      [-4, -5, 6, 7, -1, 2, 3],
    ],
    [[], []],
  ];

  test.each(lists)('%j to %j and back', (a, b) => {
    expect(replay(documents(a), documents(b)).results).toEqual(documents(b));
    expect(replay(documents(b), documents(a)).results).toEqual(documents(a));
  });

  test('moves no more documents than it must', () => {
    expect(replay(documents([1, 2, 3, 4, 5]), documents([5, 1, 2, 3, 4])).moves).toBe(1);
    expect(replay(documents([1, 2, 3, 4]), documents([1, 2, 3, 4])).moves).toBe(0);
    expect(replay(documents([1, 2, 3]), documents([3, 2, 1])).moves).toBe(2);
  });

  test('random permutations with additions and removals', () => {
    let state = 1;
    const random = (n: number) => {
      state = (state * 48271) % 2147483647;
      return state % n;
    };
    for (let round = 0; round < 200; round++) {
      const pick = () => [...new Set(Array.from({ length: random(20) }, () => random(25) + 1))];
      const [a, b] = [documents(pick()), documents(pick().map((id) => (random(3) === 0 ? -id : id)))];
      expect(replay(a, b).results).toEqual(b);
    }
  });

  test('ids may be objects that have a text', () => {
    const id = (text: string) => ({ toString: () => text });
    const removed: string[] = [];
    DiffSequence.diffQueryOrderedChanges([{ _id: id('a') }, { _id: id('b') }], [{ _id: id('a') }], {
      removed: (gone) => removed.push(String(gone)),
      addedBefore: () => removed.push('nothing is added'),
    });
    expect(removed).toEqual(['b']);
  });

  test('1 and "1" are different ids', () => {
    const events: unknown[] = [];
    DiffSequence.diffQueryOrderedChanges<string | number>([{ _id: 1 }], [{ _id: '1' }], {
      removed: (id) => events.push(['removed', id]),
      added: (id, fields) => events.push(['added', id, fields]),
    });
    expect(events).toEqual([
      ['removed', 1],
      ['added', '1', {}],
    ]);
  });

  test('options.projectionFn picks what is compared and reported', () => {
    const events: unknown[] = [];
    const projectionFn = ({ a }: DiffDocument): DiffFields => (a === undefined ? {} : { a });
    DiffSequence.diffQueryChanges(
      true,
      [{ _id: 1, a: 1, b: 1 }],
      [
        { _id: 1, a: 1, b: 2 },
        { _id: 2, a: 3, b: 3 },
      ],
      { changed: () => events.push('changed'), added: (_id, fields) => events.push(fields) },
      { projectionFn },
    );
    expect(events).toEqual([{ a: 3 }]);
  });
});

describe('diffQueryUnorderedChanges', () => {
  const mapOf = (...docs: DiffDocument<string>[]) => new Map(docs.map((doc) => [doc._id, doc]));

  test('reports added, changed and removed documents', () => {
    const events: unknown[] = [];
    DiffSequence.diffQueryChanges(
      false,
      mapOf({ _id: 'a', x: 1, gone: 1 }, { _id: 'b' }, { _id: 'c', y: [1] }),
      mapOf({ _id: 'a', x: 2 }, { _id: 'c', y: [1] }, { _id: 'd', z: 1 }),
      {
        added: (id, fields) => events.push(['added', id, fields]),
        changed: (id, fields) => events.push(['changed', id, fields]),
        removed: (id) => events.push(['removed', id]),
      },
    );
    expect(events).toEqual([
      ['changed', 'a', { x: 2, gone: undefined }],
      ['added', 'd', { z: 1 }],
      ['removed', 'b'],
    ]);
  });

  test('refuses an observer of moves', () => {
    const observer = { movedBefore: () => {}, added: () => {} };
    expect(() => DiffSequence.diffQueryUnorderedChanges(mapOf(), mapOf(), observer)).toThrow('movedBefore');
  });
});

describe('documents', () => {
  test('makeChangedFields and applyChanges are inverse', () => {
    const oldDoc = { a: 1, b: { c: [1] }, gone: 1 };
    const newDoc = { a: 1, b: { c: [2] }, more: null };
    const changes = DiffSequence.makeChangedFields(newDoc, oldDoc);
    expect(changes).toEqual({ b: { c: [2] }, gone: undefined, more: null });
    expect(Object.keys(changes)).toContain('gone');
    const doc: DiffFields = { ...oldDoc };
    DiffSequence.applyChanges(doc, changes);
    expect(doc).toEqual(newDoc);
    expect(Object.keys(doc)).not.toContain('gone');
  });

  test('diffObjects and diffMaps sort keys by where they are', () => {
    const collect = () => {
      const found: unknown[] = [];
      return {
        found,
        callbacks: {
          both: (...args: unknown[]) => found.push(['both', ...args]),
          leftOnly: (...args: unknown[]) => found.push(['left', ...args]),
          rightOnly: (...args: unknown[]) => found.push(['right', ...args]),
        },
      };
    };
    const left = { a: 1, b: 2, toString: 5 };
    const right = { b: 3, c: 4 };
    const expected = [
      ['left', 'a', 1],
      ['both', 'b', 2, 3],
      ['left', 'toString', 5],
      ['right', 'c', 4],
    ];
    const objects = collect();
    DiffSequence.diffObjects<unknown, unknown>(left, right, objects.callbacks);
    expect(objects.found).toEqual(expected);
    const maps = collect();
    DiffSequence.diffMaps<string, unknown, unknown>(
      new Map(Object.entries(left)),
      new Map(Object.entries(right)),
      maps.callbacks,
    );
    expect(maps.found).toEqual(expected);
  });
});
