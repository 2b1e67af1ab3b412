import type { Document } from '@bolide/meteor/minimongo';
import type { FindOptions } from 'mongodb';

/** Options that the driver takes under the same names. */
const SAME = ['projection', 'skip', 'limit', 'hint', 'collation', 'readPreference', 'batchSize', 'comment'] as const;

/** The options of a cursor as the driver takes them. */
export function driverFindOptions(options: Document): FindOptions {
  const result: Record<string, unknown> = {};
  for (const name of SAME) if (options[name] !== undefined && options[name] !== null) result[name] = options[name];
  if (options.sort) result.sort = driverSort(options.sort);
  const maximumTime = options.maxTimeMs ?? options.maxTimeMS;
  if (maximumTime) result.maxTimeMS = maximumTime;
  if (options.tailable) Object.assign(result, { tailable: true, awaitData: true });
  return result;
}

/** Meteor's ways to write an order, as pairs. */
function driverSort(sort: unknown): [string, 1 | -1][] {
  if (typeof sort === 'function') throw new Error('A function cannot sort what comes from the database.');
  const pairs: [unknown, unknown][] = Array.isArray(sort)
    ? sort.map((part) => (Array.isArray(part) ? [part[0], part[1] ?? 1] : [part, 1]))
    : Object.entries(sort as object);
  return pairs.map(([path, direction]) =>
    // `{ score: { $meta: 'textScore' } }`
    typeof direction === 'object' ? [String(path), direction as never] : [String(path), isDown(direction) ? -1 : 1],
  );
}

function isDown(direction: unknown): boolean {
  return direction === 'desc' || direction === 'descending' || Number(direction) < 0;
}
