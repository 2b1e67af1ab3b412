import type { Document } from 'bson';
import type { TextOrder } from '../keys/compare-values.js';
import { Compiler } from './compiler.js';
import { Environment } from './environment.js';

export interface ExpressionSettings {
  /** Values of `let` and of a stage's variables, by name without `$$`. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** How texts compare, if a collation is in force. */
  readonly textOrder?: TextOrder | undefined;
}

/** Computes an expression for a document; `undefined` stands for a missing value. */
export type Evaluate = (document: Document) => unknown;

/**
 * An aggregation expression as a function. `$$NOW` is the time of compiling unless the variables have another.
 * @throws MongoError for unknown operators and wrong numbers of operands
 */
export function compileExpression(expression: unknown, settings: ExpressionSettings = {}): Evaluate {
  const constants = { NOW: new Date(), ...settings.variables };
  const compute = new Compiler(constants, settings.textOrder).compile(expression);
  return (document) => compute(new Environment(document));
}
