import { describe, expect, test } from 'vitest';
import type { StoreMessage } from './types.js';
import { UnclaimedUpdates } from './unclaimed-updates.js';

function merged(...messages: StoreMessage[]): StoreMessage[] {
  const updates = new UnclaimedUpdates();
  updates.add('things', messages);
  const taken = updates.take('things');
  expect(updates.take('things')).toEqual([]);
  return taken;
}

const id = 'a';

describe('UnclaimedUpdates', () => {
  test('keeps one message for each document', () => {
    expect(
      merged(
        { msg: 'added', id, fields: { n: 1, gone: 1 } },
        { msg: 'added', id: 'b', fields: {} },
        { msg: 'changed', id, fields: { n: 2, gone: undefined } },
      ),
    ).toEqual([
      { msg: 'added', id, fields: { n: 2 } },
      { msg: 'added', id: 'b', fields: {} },
    ]);
  });

  test('nothing of a document that has been removed', () => {
    expect(merged({ msg: 'added', id, fields: {} }, { msg: 'removed', id })).toEqual([]);
    expect(merged({ msg: 'added', id, fields: {} }, { msg: 'replace', id, replace: undefined })).toEqual([]);
  });

  test('the server has the last word after a method', () => {
    expect(
      merged(
        { msg: 'added', id, fields: { n: 1 } },
        { msg: 'replace', id, replace: { _id: id, n: 2 } },
        { msg: 'changed', id, fields: { n: undefined, m: 3 } },
      ),
    ).toEqual([{ msg: 'replace', id, replace: { _id: id, m: 3 } }]);
  });

  test('the order is the last one', () => {
    expect(
      merged(
        { msg: 'movedBefore', id, before: 'x' },
        { msg: 'addedBefore', id, fields: { n: 1 }, before: null },
        { msg: 'changed', id, fields: { n: 2 } },
        { msg: 'movedBefore', id, before: 'b' },
      ),
    ).toEqual([{ msg: 'addedBefore', id, fields: { n: 2 }, before: 'b' }]);
  });

  test('changes of a document that it has not seen are kept as changes', () => {
    expect(
      merged({ msg: 'changed', id, fields: { n: 1 } }, { msg: 'changed', id, fields: { n: undefined, m: 2 } }),
    ).toEqual([{ msg: 'changed', id, fields: { n: undefined, m: 2 } }]);
  });

  test('a new session begins with nothing', () => {
    const updates = new UnclaimedUpdates();
    updates.add('things', [{ msg: 'added', id, fields: {} }]);
    updates.clear();
    expect(updates.take('things')).toEqual([]);
  });
});
