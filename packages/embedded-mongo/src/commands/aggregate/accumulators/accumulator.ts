import type { Document } from 'bson';
import type { PipelineContext } from '../stage.js';

/** Gathers something from the documents of one group. */
export interface Accumulator {
  add(document: Document): void;
  result(): unknown;
}

/** Makes, of the operator's argument, a function that makes an accumulator for each group. */
export type AccumulatorCompiler = (argument: unknown, context: PipelineContext) => () => Accumulator;
