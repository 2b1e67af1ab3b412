import type { StageCompiler } from '../stage.js';
import { wholeNumberArgument } from '../stage-arguments.js';

export const skip: StageCompiler = (argument) => {
  const count = wholeNumberArgument('$skip', argument, 0, 15956);
  return function* (input) {
    let skipped = 0;
    for (const document of input) yield document && skipped++ < count ? undefined : document;
  };
};
