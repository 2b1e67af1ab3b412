import type { Options } from '../options.js';
import type { Case, Metric } from '../report/results.js';

export interface ProgramContext {
  readonly options: Options;
  /** Says what is being done. */
  readonly log: (text: string) => void;
  /** Shows a case as soon as it is measured. */
  readonly done: (measured: Case) => void;
}

/** One benchmark program. */
export interface Program {
  readonly name: string;
  readonly title: string;
  /** What is measured and how, for the report. */
  readonly description: string;
  readonly metrics: readonly Metric[];
  /** Rejects when a server does not answer as it should. */
  run(context: ProgramContext): Promise<void>;
}
