import { describe, expect, test } from 'vitest';
import { type Conditions, evaluateConditions, ifRangeHolds } from './conditional-request.js';

const modified = Date.UTC(2024, 0, 2, 3, 4, 5, 678);
const validators = { etag: '"tag"', modified };
const none: Conditions = {
  ifMatch: undefined,
  ifNoneMatch: undefined,
  ifModifiedSince: undefined,
  ifUnmodifiedSince: undefined,
};
const same = 'Tue, 02 Jan 2024 03:04:05 GMT';
const before = 'Tue, 02 Jan 2024 03:04:04 GMT';

describe('evaluateConditions', () => {
  test.each<[Partial<Conditions>, number]>([
    [{}, 200],
    [{ ifNoneMatch: '"tag"' }, 304],
    [{ ifNoneMatch: 'W/"tag"' }, 304],
    [{ ifNoneMatch: '"a", "tag"' }, 304],
    [{ ifNoneMatch: '*' }, 304],
    [{ ifNoneMatch: '"a"' }, 200],
    [{ ifNoneMatch: 'tag' }, 200],
    [{ ifNoneMatch: '"tagger"' }, 200],
    [{ ifNoneMatch: '"a"', ifModifiedSince: same }, 200],
    [{ ifModifiedSince: same }, 304],
    [{ ifModifiedSince: before }, 200],
    [{ ifModifiedSince: 'never' }, 200],
    [{ ifMatch: '"tag"' }, 200],
    [{ ifMatch: '*' }, 200],
    [{ ifMatch: '"a"' }, 412],
    [{ ifMatch: 'W/"tag"' }, 412],
    [{ ifMatch: 'W/"tag", "tag"' }, 200],
    [{ ifUnmodifiedSince: same }, 200],
    [{ ifUnmodifiedSince: before }, 412],
    [{ ifMatch: '"tag"', ifUnmodifiedSince: before }, 200],
    [{ ifMatch: '"tag"', ifNoneMatch: '"tag"' }, 304],
  ])('%o: %i', (conditions, status) => {
    expect(evaluateConditions({ ...none, ...conditions }, validators)).toBe(status);
  });

  test('dates mean nothing for what has none', () => {
    const conditions = { ...none, ifModifiedSince: same, ifUnmodifiedSince: before };
    expect(evaluateConditions(conditions, { etag: '"tag"' })).toBe(200);
  });
});

describe('ifRangeHolds', () => {
  test.each([
    [undefined, true],
    ['"tag"', true],
    ['"other"', false],
    ['W/"tag"', false],
    [same, true],
    [before, false],
    ['never', false],
  ])('%s: %s', (header, holds) => {
    expect(ifRangeHolds(header, validators)).toBe(holds);
  });
});
