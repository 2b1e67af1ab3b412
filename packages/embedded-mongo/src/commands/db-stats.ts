import { sum } from './coll-stats.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { badValue } from './errors.js';

function run({ args, database, server }: CommandRequest): CommandReply {
  const scale = args.integer('scale') ?? 1;
  if (scale < 1) throw badValue(`BSON field 'scale' value must be >= 1, actual value '${scale}'`);
  const { engine } = server;
  const stats = engine
    .listCollections(database)
    .flatMap(({ name }) => engine.collection(database, name)?.stats() ?? []);
  const objects = sum(stats.map((each) => each.count));
  const dataSize = sum(stats.map((each) => each.size));
  const storageSize = sum(stats.map((each) => each.storageSize));
  const indexSizes = stats.flatMap((each) => Object.values(each.indexSizes));
  const indexSize = sum(indexSizes);
  return {
    db: database,
    collections: stats.length,
    views: 0,
    objects,
    avgObjSize: objects > 0 ? dataSize / objects : 0,
    dataSize: dataSize / scale,
    storageSize: storageSize / scale,
    indexes: indexSizes.length,
    indexSize: indexSize / scale,
    totalSize: (storageSize + indexSize) / scale,
    scaleFactor: scale,
  };
}

export const dbStats: Command = { name: 'dbStats', aliases: ['dbstats'], run };
