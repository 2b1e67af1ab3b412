import { describe, expect, test } from 'vitest';
import { LocalCollection } from './index.js';
import { Matcher } from './matcher/matcher.js';
import { applyModifier } from './modifier/apply-modifier.js';
import { Sorter } from './sorter.js';
import { anyFields, anyPath, anySelector, anyValue, Choices } from './test-support/generators.js';
import { naiveMatches } from './test-support/naive-matches.js';
import type { CursorOptions } from './types.js';
import type { PlainObject } from './values/bson-type.js';

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

describe('selectors', () => {
  test('match what the naive evaluator says', () => {
    const choices = new Choices(1);
    let matched = 0;
    for (let round = 0; round < 1500; round++) {
      const selector = anySelector(choices);
      const document = freeze(anyFields(choices));
      const result = naiveMatches(selector, document);
      matched += Number(result);
      expect({ selector, document, result: new Matcher(selector).documentMatches(document).result }).toEqual({
        selector,
        document,
        result,
      });
    }
    // Otherwise it would not say much.
    expect(matched).toBeGreaterThan(150);
    expect(matched).toBeLessThan(1350);
  });
});

describe('modifiers', () => {
  /** Changes a document in place, as plainly as can be; throws where a path cannot be followed. */
  function naiveModify(document: PlainObject, operator: string, path: string, operand: unknown): void {
    try {
      change(...find(document, path.split('.')), operator, operand);
    } catch (error) {
      // Where there is nothing, there is nothing to take away.
      if (!(error === BLOCKED && (operator === '$unset' || operator === '$pull'))) throw error;
    }
  }

  const BLOCKED = new Error('blocked');

  function find(document: PlainObject, parts: string[]): [container: PlainObject, key: string] {
    const key = parts.pop() as string;
    let container: unknown = document;
    for (const part of parts) {
      const holder = enter(container, part);
      while (Array.isArray(holder) && holder.length < Number(part)) holder.push(null);
      if (!Object.hasOwn(holder, part)) holder[part] = {};
      container = holder[part];
    }
    return [enter(container, key), key];
  }

  function exists(document: PlainObject, path: string): boolean {
    let value: unknown = document;
    for (const part of path.split('.')) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return false;
      value = (value as PlainObject)[part];
    }
    return true;
  }

  function enter(container: unknown, part: string): PlainObject {
    if (typeof container !== 'object' || container === null) throw BLOCKED;
    if (Array.isArray(container) && !/^\d+$/.test(part)) throw BLOCKED;
    return container as PlainObject;
  }

  function change(container: PlainObject, key: string, operator: string, operand: unknown): void {
    const exists = Object.hasOwn(container, key);
    if (operator === '$unset') {
      if (exists && Array.isArray(container)) container[key] = null;
      else delete container[key];
      return;
    }
    if (operator === '$pull') {
      if (!exists) return;
      const list = container[key];
      if (!Array.isArray(list)) throw new Error('no array');
      container[key] = list.filter((element) => element !== operand);
      return;
    }
    while (Array.isArray(container) && container.length < Number(key)) container.push(null);
    if (operator === '$set') container[key] = operand;
    if (operator === '$inc') {
      if (exists && typeof container[key] !== 'number') throw new Error('no number');
      container[key] = exists ? (container[key] as number) + (operand as number) : operand;
    }
    if (operator === '$push') {
      if (exists && !Array.isArray(container[key])) throw new Error('no array');
      container[key] = [...((container[key] as unknown[]) ?? []), operand];
    }
  }

  test('change what naive code changes, and fail where it fails', () => {
    const choices = new Choices(2);
    let failed = 0;
    for (let round = 0; round < 1500; round++) {
      const document = freeze(anyFields(choices));
      const operator = choices.one(['$set', '$unset', '$inc', '$push', '$pull']);
      const path = anyPath(choices);
      const operand = freeze(operator === '$set' || operator === '$push' ? anyValue(choices) : choices.below(3));
      const expected = structuredClone(document);
      const takesAway = operator === '$unset' || operator === '$pull';
      let fails = false;
      try {
        naiveModify(expected, operator, path, operand);
      } catch {
        fails = true;
        failed++;
      }
      const modify = () => applyModifier(document, { [operator]: { [path]: operand } });
      const what = { document, operator, path, operand };
      if (fails) expect(modify, JSON.stringify(what)).toThrow();
      // The naive code makes objects on the way, even if then there is nothing to take away.
      else if (takesAway && !exists(document, path)) expect(modify()).toEqual(document);
      else expect({ ...what, result: modify() }).toEqual({ ...what, result: expected });
    }
    expect(failed).toBeGreaterThan(75);
    expect(failed).toBeLessThan(1100);
  });
});

/** A list of documents made from the callbacks of an observer alone. */
function mirror(collection: LocalCollection, selector: unknown, options: CursorOptions<PlainObject>, ordered: boolean) {
  const documents: PlainObject[] = [];
  const indexOf = (id: unknown) => {
    const index = documents.findIndex(({ _id }) => _id === id);
    if (index < 0) throw new Error(`${id} is not there`);
    return index;
  };
  const put = (document: PlainObject, before: unknown) => {
    documents.splice(before === null ? documents.length : indexOf(before), 0, document);
  };
  collection.find(selector, options).observeChanges({
    ...(ordered
      ? {
          addedBefore: (_id, fields, before) => put({ ...fields, _id }, before),
          movedBefore(id, before) {
            const [document] = documents.splice(indexOf(id), 1);
            put(document as PlainObject, before);
          },
        }
      : { added: (_id, fields) => put({ ...fields, _id }, null) }),
    changed(id, fields) {
      const document = documents[indexOf(id)] as PlainObject;
      for (const [name, value] of Object.entries(fields)) {
        if (value === undefined) delete document[name];
        else document[name] = value;
      }
    },
    removed: (id) => documents.splice(indexOf(id), 1),
  });
  return { documents, selector, options, ordered };
}

const byId = (a: PlainObject, b: PlainObject) => (String(a._id) < String(b._id) ? -1 : 1);

describe('observers', () => {
  test.each([3, 4, 5, 6])('know the result of the query after each write (seed %d)', (seed) => {
    const choices = new Choices(seed);
    const collection = new LocalCollection();
    const mirrors = Array.from({ length: 12 }, () => {
      const ordered = choices.below(4) > 0;
      const sort = choices.one<CursorOptions<PlainObject>['sort']>([
        undefined,
        { n: 1 },
        { n: -1, m: 1 },
        [['m', 'desc']],
      ]);
      const projection = choices.one([{}, { n: 1 } as const, { m: 0 } as const]);
      const window = ordered && choices.below(2) === 0 ? { skip: choices.below(3), limit: choices.below(4) } : {};
      const selector = choices.one<unknown>([
        {},
        { n: { $gt: 2 } },
        { m: { $ne: 1 } },
        'id3',
        { _id: { $in: ['id1', 'id2'] } },
      ]);
      return mirror(collection, selector, { projection, ...(sort && { sort }), ...window }, ordered);
    });
    const anyId = () => `id${choices.below(8)}`;
    const anyModifier = () =>
      choices.one<PlainObject>([
        { $set: { n: choices.below(6) } },
        { $inc: { n: 1 } },
        { $set: { m: choices.below(3) } },
        { $unset: { m: 1 } },
        { n: choices.below(6) },
      ]);
    for (let round = 0; round < 120; round++) {
      switch (choices.below(8)) {
        case 0:
        case 1: {
          const _id = anyId();
          if (!collection.findOne(_id)) collection.insert({ _id, n: choices.below(6), m: choices.below(3) });
          break;
        }
        case 2:
          collection.update(anyId(), anyModifier());
          break;
        case 3:
          collection.upsert({ _id: anyId() }, anyModifier());
          break;
        case 4:
          collection.update({ n: { $gt: choices.below(6) } }, { $set: { n: choices.below(6) } }, { multi: true });
          break;
        case 5:
          collection.remove(choices.below(10) === 0 ? {} : anyId());
          break;
        case 6:
          collection.pauseObservers();
          break;
        default:
          collection.resumeObservers();
      }
      // No document may ever be changed: whoever tries gets an error from now on.
      for (const document of collection._docs._map.values()) freeze(document);
      if (collection.paused) continue;
      for (const { documents, selector, options, ordered } of mirrors) {
        const expected = collection.find(selector, options).fetch();
        if (!ordered || !options.sort) {
          // Without an order any will do.
          if (options.limit || options.skip) expect(documents).toHaveLength(expected.length);
          else expect([...documents].sort(byId)).toEqual([...expected].sort(byId));
          continue;
        }
        // Documents that are equal in order may change places.
        const keysOf = (list: PlainObject[]) => {
          const sorter = new Sorter(options.sort);
          return list.map(({ _id }) => sorter._getMinKeyFromDoc(collection.findOne(_id) as object));
        };
        expect(keysOf(documents)).toEqual(keysOf(expected));
        if (!options.limit && !options.skip) expect([...documents].sort(byId)).toEqual([...expected].sort(byId));
      }
    }
  });

  test('that record originals can undo what was done', () => {
    const choices = new Choices(9);
    const collection = new LocalCollection();
    for (let round = 0; round < 100; round++) {
      const before = new Map(collection.find().map((document) => [document._id, document]));
      collection.saveOriginals();
      for (let count = choices.below(4); count > 0; count--) {
        const _id = `id${choices.below(4)}`;
        if (choices.below(3) === 0) collection.remove(_id);
        else collection.upsert(_id, { $inc: { n: 1 }, $push: { list: choices.below(5) } });
      }
      const originals = collection.retrieveOriginals();
      if (choices.below(2) === 0) continue;
      originals.forEach((document, id) => {
        collection._replicate(id, document);
      });
      expect(new Map(collection.find().map((document) => [document._id, document]))).toEqual(before);
    }
  });
});
