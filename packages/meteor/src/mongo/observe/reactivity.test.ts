import type { Document } from '@bolide/meteor/minimongo';
import { expect, test } from 'vitest';
import type { CursorDescription, ObserveDriver } from '../drivers/types.js';
import { Reactivity } from './reactivity.js';

function createDriver(name: string, supports: (query: CursorDescription) => boolean) {
  const queries: CursorDescription[] = [];
  const driver: ObserveDriver = {
    name,
    supports,
    async observe(query, sink) {
      queries.push(query);
      sink.ready();
      return { stop() {} };
    },
  };
  return { driver, queries };
}

function setUp() {
  const picky = createDriver('picky', ({ options }) => !options.limit);
  const other = createDriver('other', () => true);
  const reactivity = new Reactivity([picky.driver, other.driver]);
  const observe = (selector: unknown, options: Document = {}, callbacks: object = { added() {} }) =>
    reactivity.observeChanges({ collectionName: 'c', selector, options }, callbacks, { sharesFields: true });
  return { picky, other, reactivity, observe };
}

test('the first driver that can do it observes a query', async () => {
  const { picky, other, observe } = setUp();
  await observe({});
  await observe({}, { limit: 1 });
  expect(picky.queries).toHaveLength(1);
  expect(other.queries).toHaveLength(1);
});

test.each<[string, unknown[], number]>([
  ['equal selectors', [{ a: 1 }, { a: 1 }], 1],
  ['other values', [{ a: 1 }, { a: '1' }], 2],
  [
    'equal dates and patterns',
    [
      { a: new Date(1), b: /x/i },
      { a: new Date(1), b: /x/i },
    ],
    1,
  ],
  ['other patterns', [{ b: /x/i }, { b: /x/ }], 2],
  ['functions, which cannot be compared', [{ $where: () => true }, { $where: () => false }], 2],
  ['undefined, which is not nothing', [{ a: undefined }, {}], 2],
])('%s: so many queries are run', async (_name, selectors, count) => {
  const { picky, observe } = setUp();
  for (const selector of selectors) await observe(selector);
  expect(picky.queries).toHaveLength(count);
});

test('transforms and positions: the former share a query, the latter do not', async () => {
  const { picky, observe } = setUp();
  await observe({}, { transform: () => ({}) });
  await observe({}, { transform: null });
  expect(picky.queries).toHaveLength(1);
  await observe({}, {}, { addedBefore() {} });
  await observe({}, { sort: { a: 1 } });
  expect(picky.queries).toHaveLength(3);
});

test('without _id there is nothing to observe', async () => {
  const { observe } = setUp();
  await expect(observe({}, { projection: { _id: 0 } })).rejects.toThrow('You may not observe a cursor with');
});
