import type { Document } from 'bson';
import type { FindQuery } from '../../engine/types.js';
import { type Arguments, isDocument, toNumber } from '../arguments.js';
import { readVariables } from '../variables.js';
import { withoutUndefined } from '../without-undefined.js';

/** A pipeline, cut after the stages that the engine does itself, with its indexes. */
export interface SplitPipeline {
  readonly query: FindQuery;
  readonly rest: readonly Document[];
}

/**
 * Takes `$match`, `$sort`, `$skip` and `$limit` at the front of a pipeline into a query. More than one `$match` before a
 * `$sort`, and the order skip-limit, are what a query can say; anything else stays a stage.
 */
export function splitPipeline(pipeline: readonly Document[], args: Arguments): SplitPipeline {
  const filters: Document[] = [];
  let sort: Document | undefined;
  let skip: number | undefined;
  let limit: number | undefined;
  let at = 0;
  for (; at < pipeline.length; at++) {
    const stage = pipeline[at] as Document;
    const match = stage.$match;
    const sortPattern = stage.$sort;
    if (Object.keys(stage).length !== 1) break;
    if (isDocument(match)) {
      if (skip !== undefined || limit !== undefined) break;
      filters.push(match);
    } else if (isDocument(sortPattern) && Object.keys(sortPattern).length > 0) {
      if (sort !== undefined || skip !== undefined || limit !== undefined) break;
      sort = sortPattern;
    } else if (stage.$skip !== undefined) {
      const count = wholeNumber(stage.$skip, 0);
      if (count === undefined || skip !== undefined || limit !== undefined) break;
      skip = count;
    } else if (stage.$limit !== undefined) {
      const count = wholeNumber(stage.$limit, 1);
      if (count === undefined || limit !== undefined) break;
      limit = count;
    } else {
      break;
    }
  }
  return {
    query: withoutUndefined<FindQuery>({
      filter: joinFilters(filters),
      sort,
      skip: skip || undefined,
      limit,
      hint: args.hint(),
      collation: args.document('collation'),
      let: readVariables(args.document('let')),
    }),
    rest: pipeline.slice(at),
  };
}

function joinFilters(filters: readonly Document[]): Document {
  const [first = {}] = filters;
  return filters.length > 1 ? { $and: filters } : first;
}

/** `undefined` for what is no whole number from `least` on: the stage itself tells its client. */
export function wholeNumber(value: unknown, least: number): number | undefined {
  const number = toNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= least ? number : undefined;
}
