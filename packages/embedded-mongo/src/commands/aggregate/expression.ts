import type { Document } from 'bson';
import { compileExpression } from '../../engine/expression/compile-expression.js';
import type { PipelineContext } from './stage.js';

/** Gives the value of an expression for a document; `undefined` if it is missing. */
export type Evaluate = (document: Document) => unknown;

export function expression(source: unknown, { variables, textOrder }: PipelineContext): Evaluate {
  return compileExpression(source, { variables, textOrder });
}

/** The value of an expression that does not look at documents. */
export function constant(source: unknown, context: PipelineContext): unknown {
  return expression(source, context)({});
}
