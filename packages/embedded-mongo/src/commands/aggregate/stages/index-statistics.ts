import { Long } from 'bson';
import { collectionNamed, type StageCompiler } from '../stage.js';
import { documentArgument } from '../stage-arguments.js';

/** The indexes of the collection. How often they are used is not counted. */
export const indexStatistics: StageCompiler = (argument, context) => {
  documentArgument('$indexStats', argument, 28803);
  return function* () {
    for (const specification of collectionNamed(context.namespace.collection, context)?.listIndexes() ?? []) {
      const { name, key } = specification;
      yield {
        name,
        key,
        host: context.host,
        accesses: { ops: Long.ZERO, since: new Date() },
        spec: { v: 2, ...specification },
      };
    }
  };
};
