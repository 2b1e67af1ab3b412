import { describe, expect, test } from 'vitest';
import type { ChangedFields } from './changed-fields.js';
import { SessionCollectionView } from './collection-view.js';

/** A view, and what it has told since the last time. */
function setUp(useDummyDocumentView = false) {
  let told: unknown[] = [];
  const view = new SessionCollectionView(
    'c',
    {
      added: (_, id, fields) => told.push(['added', id, { ...fields }]),
      changed: (_, id, fields) => Object.keys(fields).length > 0 && told.push(['changed', id, { ...fields }]),
      removed: (_, id) => told.push(['removed', id]),
    },
    () => useDummyDocumentView,
  );
  const take = () => {
    const result = told;
    told = [];
    return result;
  };
  return { view, take };
}

/** Runs a list of `[operation, subscription, fields?]` on one document and gives what each told. */
function run(...steps: readonly (readonly ['added' | 'changed' | 'removed', string, ChangedFields?])[]) {
  const { view, take } = setUp();
  return steps.map(([operation, subscription, fields = {}]) => {
    view[operation](subscription, 'd', fields);
    return take();
  });
}

describe('a document', () => {
  test('is there while one subscription has it', () => {
    expect(run(['added', 'A'], ['added', 'B'], ['removed', 'A'], ['removed', 'B'])).toEqual([
      [['added', 'd', {}]],
      [],
      [],
      [['removed', 'd']],
    ]);
  });

  test('can come back', () => {
    const steps = run(['added', 'A', { x: 1 }], ['removed', 'A'], ['added', 'B', { x: 2 }], ['changed', 'B', { x: 3 }]);
    expect(steps).toEqual([
      [['added', 'd', { x: 1 }]],
      [['removed', 'd']],
      [['added', 'd', { x: 2 }]],
      [['changed', 'd', { x: 3 }]],
    ]);
  });

  test('added twice by one subscription takes the new values', () => {
    expect(run(['added', 'A', { x: 1 }], ['added', 'A', { x: 2, y: 1 }], ['removed', 'A'])).toEqual([
      [['added', 'd', { x: 1 }]],
      [['changed', 'd', { x: 2, y: 1 }]],
      [['removed', 'd']],
    ]);
  });
});

describe('a field', () => {
  test('changes, is cleared, and comes anew', () => {
    const steps = run(
      ['added', 'A', { x: 1 }],
      ['changed', 'A', { x: 2 }],
      ['changed', 'A', { x: 2 }],
      ['changed', 'A', { x: undefined }],
      ['changed', 'A', { x: undefined }],
      ['changed', 'A', { y: { deep: [1] } }],
      ['changed', 'A', { y: { deep: [1] } }],
    );
    expect(steps).toEqual([
      [['added', 'd', { x: 1 }]],
      [['changed', 'd', { x: 2 }]],
      [],
      [['changed', 'd', { x: undefined }]],
      [],
      [['changed', 'd', { y: { deep: [1] } }]],
      [],
    ]);
  });

  test('has the value of the first subscription that gave it; then of the next', () => {
    const steps = run(
      ['added', 'A', { x: 'a' }],
      ['added', 'B', { x: 'b', y: 'b' }],
      ['changed', 'B', { x: 'b2' }],
      ['changed', 'A', { x: 'a2', y: 'a' }],
      ['changed', 'A', { x: undefined }],
      ['changed', 'A', { x: 'a3' }],
      ['removed', 'B'],
      ['removed', 'A'],
    );
    expect(steps).toEqual([
      [['added', 'd', { x: 'a' }]],
      [['changed', 'd', { y: 'b' }]],
      [],
      [['changed', 'd', { x: 'a2' }]],
      [['changed', 'd', { x: 'b2' }]],
      [],
      [['changed', 'd', { x: 'a3', y: 'a' }]],
      [['removed', 'd']],
    ]);
  });

  test('that all have alike changes once', () => {
    const steps = run(
      ['added', 'A', { x: 1 }],
      ['added', 'B', { x: 1 }],
      ['added', 'C', { x: 1 }],
      ['changed', 'B', { x: 2 }],
      ['changed', 'A', { x: 2 }],
      ['changed', 'C', { x: 2 }],
      ['changed', 'A', { x: undefined }],
      ['changed', 'B', { x: undefined }],
      ['changed', 'C', { x: undefined }],
    );
    expect(steps.map((told) => told.length)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  test('of the second subscription goes with it', () => {
    const steps = run(['added', 'A', { x: 1 }], ['added', 'B', { y: 1 }], ['removed', 'A'], ['removed', 'B']);
    expect(steps.slice(1)).toEqual([
      [['changed', 'd', { y: 1 }]],
      [['changed', 'd', { x: undefined }]],
      [['removed', 'd']],
    ]);
  });

  test('is not shared with the publish function', () => {
    const { view, take } = setUp();
    const fields = { list: [1] };
    view.added('A', 'd', fields);
    fields.list.push(2);
    take();
    view.changed('A', 'd', fields);
    expect(take()).toEqual([['changed', 'd', { list: [1, 2] }]]);
  });

  test('_id and undefined in added are left out', () => {
    expect(run(['added', 'A', { _id: 'x', none: undefined, x: 1 }], ['changed', 'A', { _id: 'y' }])).toEqual([
      [['added', 'd', { x: 1 }]],
      [],
    ]);
  });

  test('may have any name', () => {
    const odd = JSON.parse('{"constructor":1,"__proto__":{"polluted":true},"toString":2}');
    const { view, take } = setUp();
    view.added('A', 'd', odd);
    const [[, , fields]] = take() as [[string, string, object]];
    expect(Object.keys(fields).sort()).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    view.added('B', 'd', odd);
    expect(take()).toEqual([]);
    expect(Object.keys(view.documents.get('d')?.getFields() ?? {}).sort()).toEqual([
      '__proto__',
      'constructor',
      'toString',
    ]);
  });
});

test('changing or removing what is not there is an error', () => {
  const { view } = setUp();
  expect(() => view.changed('A', 'd', { x: 1 })).toThrow('Could not find element with id d to change');
  expect(() => view.removed('A', 'd')).toThrow('Removed nonexistent document d');
});

test('diff tells the way from one view to another', () => {
  const before = setUp();
  const after = setUp();
  before.view.added('A', 'gone', { x: 1 });
  before.view.added('A', 'same', { x: 1 });
  before.view.added('A', 'changed', { x: 1, y: 1, z: 1 });
  after.view.added('B', 'changed', { x: 1, y: 2, w: 1 });
  after.view.added('B', 'same', { x: 1 });
  after.view.added('B', 'new', { x: 1 });
  after.take();
  after.view.diff(before.view);
  expect(after.take()).toEqual([
    ['removed', 'gone'],
    ['changed', 'changed', { y: 2, w: 1, z: undefined }],
    ['added', 'new', { x: 1 }],
  ]);
});

test('a view without fields passes all values on and counts subscriptions', () => {
  const { view, take } = setUp(true);
  view.added('A', 'd', { x: 1 });
  view.added('B', 'd', { x: 1 });
  view.changed('A', 'd', { x: 1, y: undefined, _id: 1 });
  view.removed('A', 'd');
  view.removed('B', 'd');
  expect(take()).toEqual([
    ['added', 'd', { x: 1 }],
    ['changed', 'd', { x: 1 }],
    ['changed', 'd', { x: 1, y: undefined }],
    ['removed', 'd'],
  ]);
  expect(view.isEmpty()).toBe(true);
});
