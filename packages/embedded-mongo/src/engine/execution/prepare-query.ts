import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import { isDocument } from '../bson/value-type.js';
import { type Collation, compileCollation } from '../collation/collation.js';
import { MongoError } from '../mongo-error.js';
import { choosePlan } from '../planner/choose-plan.js';
import type { Plan } from '../planner/scan-plan.js';
import type { SortKey } from '../planner/sort-order.js';
import { type CompiledFilter, compileFilter } from '../query/compile-filter.js';
import type { FilterSettings } from '../query/predicate.js';
import { asNumber } from '../query/predicates/integer-operand.js';
import type { Connection } from '../sqlite/connection.js';
import type { CollectionState } from '../storage/collection-state.js';
import type { Row, RowStream } from './row.js';
import { selectRows } from './select.js';
import { sortByScore } from './sort-by-score.js';
import { sortRows } from './sort-rows.js';

/** What finding documents takes, for queries as well as for updates and removals. */
export interface Selection {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  readonly collation?: Document | undefined;
  readonly hint?: unknown;
  readonly min?: Document | undefined;
  readonly max?: Document | undefined;
  readonly let?: Document | undefined;
  readonly afterRecord?: number | undefined;
}

export interface PreparedQuery {
  readonly filter: CompiledFilter;
  readonly settings: FilterSettings;
  readonly plan: Plan;
  readonly collation: Collation | undefined;
  /** Rows in order, without those skipped, as many as the limit says. */
  rows(): RowStream;
}

/** @throws MongoError for bad filters, sorts, hints and collations */
export function prepareQuery(connection: Connection, state: CollectionState, selection: Selection): PreparedQuery {
  const collation = compileCollation(selection.collation) ?? (selection.collation ? undefined : state.collation);
  const settings: FilterSettings = { textOrder: collation?.order, variables: selection.let };
  const filter = compileFilter(selection.filter, settings);
  const { keys, naturalOrder, sortsByScore } = readSort(selection.sort);
  const { skip = 0, limit } = selection;
  const wanted = limit === undefined || limit === 0 ? undefined : skip + limit;
  const plan = choosePlan(connection, state, {
    filter,
    sort: keys,
    sortsByScore,
    naturalOrder,
    wanted,
    collation,
    hint: readHint(selection.hint),
    min: selection.min,
    max: selection.max,
  });
  return {
    filter,
    settings,
    plan,
    collation,
    rows: () => {
      const scanRequest = {
        connection,
        state,
        expected: plan.sorted && !plan.residual ? wanted : undefined,
        afterRecord: selection.afterRecord ?? 0,
      };
      let rows = selectRows(scanRequest, plan, filter.fields);
      if (!plan.sorted) {
        const statement = connection.statement(`SELECT r AS record, d AS bytes FROM ${state.table} WHERE r = ?`);
        const read = (record: number): Row | undefined => statement.get(record) as Row | undefined;
        rows = sortsByScore
          ? sortByScore(rows, selection.sort ?? {}, filter)
          : sortRows(rows, keys, collation, wanted, read);
      }
      return skip === 0 && wanted === undefined ? rows : window(rows, skip, wanted);
    },
  };
}

/** A sort specification as keys. */
export function readSort(sort: Document | undefined): {
  readonly keys: readonly SortKey[];
  readonly naturalOrder: 1 | -1 | undefined;
  /** Some key is `{ $meta: 'textScore' }`. */
  readonly sortsByScore: boolean;
} {
  const keys: SortKey[] = [];
  let sortsByScore = false;
  let naturalOrder: 1 | -1 | undefined;
  for (const [path, value] of Object.entries(sort ?? {})) {
    const direction = directionOf(path, value);
    if (direction === undefined) {
      sortsByScore = true;
      continue;
    }
    if (path === '$natural') naturalOrder = direction;
    else keys.push({ path, direction });
  }
  if (naturalOrder !== undefined && keys.length > 0) {
    throw new MongoError(2, `Cannot include $natural in compound sort: ${describeValue(sort)}`);
  }
  return { keys, naturalOrder, sortsByScore };
}

function directionOf(path: string, value: unknown): 1 | -1 | undefined {
  const number = asNumber(value);
  if (number === 1 || number === -1) return number;
  if (isDocument(value) && Object.keys(value).length === 1 && '$meta' in value) return undefined;
  if (isDocument(value))
    throw new MongoError(15975, `$sort key ordering must be specified using a number or {$meta: 'textScore'}`);
  if (number === undefined) {
    throw new MongoError(15974, `Illegal key in $sort specification: ${path}: ${describeValue(value)}`);
  }
  throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
}

function readHint(hint: unknown): string | Document | undefined {
  if (hint === undefined || hint === null || hint === '') return undefined;
  if (typeof hint === 'string') return hint;
  if (isDocument(hint)) return Object.keys(hint).length === 0 ? undefined : hint;
  throw new MongoError(9, 'Hint must be a string or an object');
}

function* window(rows: RowStream, skip: number, wanted: number | undefined): RowStream {
  let position = 0;
  for (const row of rows) {
    if (row === undefined) {
      yield row;
      continue;
    }
    position++;
    if (position > skip) yield row;
    if (position === wanted) return;
  }
}
