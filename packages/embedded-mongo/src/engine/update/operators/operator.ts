import type { Missing, Target } from '../target.js';
import type { UpdateRun } from '../update-run.js';

/** What one operator of an update does to one place. */
export interface UpdateOperator {
  readonly missing: Missing;
  /** Only when an upsert inserts. */
  readonly onlyOnInsert?: boolean;
  apply(target: Target, run: UpdateRun): void;
}

/** Makes an operator of an operand. */
export type OperatorParser = (operand: unknown, path: string, tools: OperatorTools) => UpdateOperator;

/** What operators need of the rest of the engine. */
export interface OperatorTools {
  /** A condition on the elements of an array, as `$pull` takes it. */
  elementCondition(condition: unknown): (element: unknown) => boolean;
  compare(a: unknown, b: unknown): number;
}
