import type { StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';

/** What the connections of the server do. */
export const currentOperations: StageCompiler = (argument, { operations }) => {
  documentArgument('$currentOp', argument, 9);
  return function* () {
    yield* operations();
  };
};
