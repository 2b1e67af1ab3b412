import { type Document, Double, Long } from 'bson';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareValues } from '../keys/compare-values.js';
import { naiveMatches } from '../testing/naive-filter.js';
import { Random } from '../testing/random.js';
import { TestEngine } from '../testing/test-engine.js';
import type { EngineCollection } from '../types.js';

const DOCUMENTS = 400;
const QUERIES = 800;
const PATIENCE = 60_000;

/** Few values, so that filters find something. */
function value(random: Random, depth = 2): unknown {
  switch (random.integer(depth > 0 ? 12 : 9)) {
    case 0:
      return null;
    case 1:
      return random.pick(['a', 'b', 'c', '']);
    case 2:
      return random.chance(0.5);
    case 3:
      return new Date(random.integer(3));
    case 4:
      return random.pick([Long.fromNumber(random.integer(4)), new Double(random.integer(4)), Number.NaN, 1.5]);
    case 9:
    case 10:
      return random.list(3, () => value(random, depth - 1));
    case 11:
      return fields(random, depth - 1);
    default:
      return random.integer(5);
  }
}

function fields(random: Random, depth: number): Document {
  const document: Document = {};
  for (const name of ['a', 'b', 'c']) if (random.chance(0.7)) document[name] = value(random, depth);
  return document;
}

const PATHS = ['a', 'b', 'c', 'a.b', 'b.a', 'a.b.c', '_id', 'a.0', 'b.1.a'];

function condition(random: Random): unknown {
  if (random.chance(0.35)) return value(random);
  const operators: Document = {};
  for (let i = 0; i <= random.integer(2); i++) {
    const operator = random.pick([
      '$eq',
      '$gt',
      '$gte',
      '$lt',
      '$lte',
      '$ne',
      '$in',
      '$nin',
      '$exists',
      '$size',
      '$elemMatch',
      '$not',
      '$all',
      '$type',
    ]);
    operators[operator] = operand(random, operator);
  }
  return operators;
}

function operand(random: Random, operator: string): unknown {
  switch (operator) {
    case '$in':
    case '$nin':
      return random.list(4, () => value(random));
    case '$all':
      return [value(random), ...random.list(1, () => value(random))];
    case '$exists':
      return random.chance(0.5);
    case '$size':
      return random.integer(3);
    case '$type':
      return random.pick([1, 2, 3, 4, 8, 9, 10, 16, 18]);
    case '$not':
      return { [random.pick(['$gt', '$lte', '$eq'])]: value(random) };
    case '$elemMatch':
      return random.chance(0.5)
        ? { [random.pick(['$gt', '$lt', '$eq'])]: random.integer(4), $gte: random.integer(3) }
        : { [random.pick(['a', 'b'])]: value(random, 0) };
    default:
      return value(random);
  }
}

function filter(random: Random, depth = 2): Document {
  const result: Document = {};
  for (let i = 0; i <= random.integer(2); i++) {
    if (depth > 0 && random.chance(0.15)) {
      result[random.pick(['$and', '$or', '$nor'])] = [filter(random, depth - 1), filter(random, depth - 1)];
    } else {
      result[random.pick(PATHS)] = condition(random);
    }
  }
  return result;
}

describe('random queries', () => {
  let engine: TestEngine;
  let plain: EngineCollection;
  let indexed: EngineCollection;
  const documents: Document[] = [];

  beforeAll(() => {
    engine = new TestEngine();
    plain = engine.create('plain');
    indexed = engine.create('indexed');
    const random = new Random(7);
    while (documents.length < DOCUMENTS) {
      const document = { _id: documents.length, ...fields(random, 2) };
      // Compound indexes cannot have documents with several arrays.
      if (Object.values(document).filter(Array.isArray).length <= 1) documents.push(document);
    }
    plain.insert(documents, {});
    indexed.insert(documents.slice(0, DOCUMENTS / 2), {});
    indexed.createIndexes([
      { name: 'a', key: { a: 1 } },
      { name: 'b', key: { b: -1, c: 1 } },
      { name: 'ab', key: { 'a.b': 1, _id: -1 } },
      { name: 'c', key: { c: 1 }, sparse: true },
      { name: 'ba', key: { 'b.a': 1 } },
      { name: 'abc', key: { 'a.b.c': -1 } },
      { name: 'partial', key: { c: -1, a: 1 }, partialFilterExpression: { c: { $gt: 1 } } },
      { name: 'cb', key: { c: 1, b: 1 } },
    ]);
    // Half of the documents come when the indexes are there already.
    indexed.insert(documents.slice(DOCUMENTS / 2), {});
  });

  afterAll(() => engine.dispose());

  test(
    'find what a naive evaluation finds, with indexes and without',
    () => {
      const random = new Random(8);
      const plans: Record<string, number> = {};
      let found = 0;
      for (let i = 0; i < QUERIES; i++) {
        const query = filter(random);
        const expected = documents.filter((document) => naiveMatches(document, query)).map(({ _id }) => _id as number);
        const name = JSON.stringify(query);
        expect([name, [...plain.find({ filter: query })].map(({ _id }) => _id)]).toEqual([name, expected]);
        const ids = [...indexed.find({ filter: query })].map(({ _id }) => _id as number).sort((a, b) => a - b);
        expect([name, ids]).toEqual([name, expected]);
        expect([name, indexed.countMatching({ filter: query })]).toEqual([name, expected.length]);
        const { stage } = indexed.explain({ filter: query });
        plans[stage] = (plans[stage] ?? 0) + 1;
        found += expected.length;
      }
      // The test is worth something only if it finds something, and in several ways.
      expect(found).toBeGreaterThan(QUERIES);
      expect(plans.IXSCAN).toBeGreaterThan(QUERIES / 4);
      expect(plans.COLLSCAN).toBeGreaterThan(QUERIES / 20);
      expect(plans.OR).toBeGreaterThan(0);
    },
    PATIENCE,
  );

  test(
    'are sorted alike with indexes and without, and cut alike',
    () => {
      const random = new Random(9);
      let sortedByIndex = 0;
      for (let i = 0; i < QUERIES / 2; i++) {
        const query = random.chance(0.3) ? {} : filter(random, 1);
        const sort: Document = {};
        for (let k = 0; k <= random.integer(2); k++) sort[random.pick(['a', 'b', 'c', 'a.b'])] = random.pick([1, -1]);
        // Without an order of its own for what compares equal, results could not be compared.
        sort._id = random.pick([1, -1]);
        const skip = random.integer(3);
        const limit = random.integer(6);
        const name = JSON.stringify({ query, sort, skip, limit });
        let lists: unknown[][];
        try {
          lists = [plain, indexed].map((collection) =>
            [...collection.find({ filter: query, sort, skip, limit })].map(({ _id }) => _id as unknown),
          );
        } catch (error) {
          // Documents with arrays at two of the fields cannot be sorted by both.
          expect(error).toMatchObject({ code: 171 });
          continue;
        }
        expect([name, lists[1]]).toEqual([name, lists[0]]);
        if (!indexed.explain({ filter: query, sort, skip, limit }).sorts) sortedByIndex++;
      }
      expect(sortedByIndex).toBeGreaterThan(10);
    },
    PATIENCE,
  );

  test('give the documents in the order asked for', () => {
    for (const direction of [1, -1]) {
      const sorted = [...plain.find({ filter: {}, sort: { c: direction } })].map(({ c }) => extreme(c, direction));
      for (let i = 1; i < sorted.length; i++) {
        expect(compareValues(sorted[i - 1], sorted[i]) * direction).toBeLessThanOrEqual(0);
      }
    }
  });
});

/** What an array sorts by. */
function extreme(value: unknown, direction: number): unknown {
  if (!Array.isArray(value)) return value ?? null;
  if (value.length === 0) return undefined;
  return value.reduce((best: unknown, one: unknown) => (compareValues(one, best) * direction < 0 ? one : best));
}
