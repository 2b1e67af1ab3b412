import type { Document } from 'bson';
import type { StageCompiler } from '../stage.js';
import { documentArgument, onlyOptions, wholeNumberArgument } from '../stage-arguments.js';

/** So many documents, each with the same chance, in any order. */
export const sample: StageCompiler = (argument) => {
  const options = documentArgument('$sample', argument, 28745);
  onlyOptions('$sample', options, ['size']);
  const size = wholeNumberArgument('$sample', options.size, 1, 28747);
  return function* (input) {
    const reservoir: Document[] = [];
    let seen = 0;
    for (const document of input) {
      yield undefined;
      if (!document) continue;
      seen += 1;
      if (reservoir.length < size) reservoir.push(document);
      else {
        const place = Math.floor(Math.random() * seen);
        if (place < size) reservoir[place] = document;
      }
    }
    shuffle(reservoir);
    yield* reservoir;
  };
};

function shuffle<T>(values: T[]): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [values[last], values[other]] = [values[other] as T, values[last] as T];
  }
}
