import type { Document } from 'bson';
import type { TextOrder } from '../keys/compare-values.js';
import { MongoError } from '../mongo-error.js';

export interface ExpressionSettings {
  /** Values of `let` and of a stage's variables, by name without `$$`. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** How texts compare, if a collation is in force. */
  readonly textOrder?: TextOrder | undefined;
}

/** Computes an expression for a document; `undefined` stands for a missing value. */
export type Evaluate = (document: Document, variables?: Readonly<Record<string, unknown>>) => unknown;

/**
 * An aggregation expression as a function. `$$NOW` is the time of compiling.
 * @throws MongoError for unknown operators and wrong numbers of operands
 */
export function compileExpression(_expression: unknown, _settings: ExpressionSettings = {}): Evaluate {
  throw new MongoError(238, 'Expressions are not there yet');
}
