import type { StageCompiler } from '../stage.js';
import { wholeNumberArgument } from '../stage-arguments.js';

export const limit: StageCompiler = (argument) => {
  const most = wholeNumberArgument('$limit', argument, 1, 15958);
  return function* (input) {
    let given = 0;
    for (const document of input) {
      yield document;
      if (document && ++given === most) return;
    }
  };
};
