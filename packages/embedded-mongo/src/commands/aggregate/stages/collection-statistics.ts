import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { toNumber } from '../../arguments.js';
import { describeStorage } from '../../coll-stats.js';
import { namespaceText } from '../../namespace.js';
import { collectionNamed, type StageCompiler } from '../stage.js';
import { documentArgument, onlyOptions } from '../stage-arguments.js';

export const collectionStatistics: StageCompiler = (argument, context) => {
  const options = documentArgument('$collStats', argument, 5447000);
  onlyOptions('$collStats', options, ['latencyStats', 'storageStats', 'count', 'queryExecStats']);
  return function* () {
    const collection = collectionNamed(context.namespace.collection, context);
    const ns = namespaceText(context.namespace);
    if (!collection && (options.count || options.storageStats)) {
      throw new MongoError(26, `Collection [${ns}] not found.`);
    }
    const scale = isDocument(options.storageStats) ? (toNumber(options.storageStats.scale) ?? 1) : 1;
    yield {
      ns,
      host: context.host,
      localTime: new Date(),
      ...(options.latencyStats ? { latencyStats: {} } : {}),
      ...(options.storageStats ? { storageStats: describeStorage(collection, scale) } : {}),
      ...(options.count ? { count: collection?.count(context.transaction) ?? 0 } : {}),
      ...(options.queryExecStats ? { queryExecStats: {} } : {}),
    };
  };
};
