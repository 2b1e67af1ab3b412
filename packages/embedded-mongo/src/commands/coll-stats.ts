import type { Document } from 'bson';
import type { EngineCollection } from '../engine/types.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { badValue } from './errors.js';
import { commandNamespace, namespaceText } from './namespace.js';

function run(request: CommandRequest): CommandReply {
  const namespace = commandNamespace(request);
  const collection = request.server.engine.collection(namespace.database, namespace.collection);
  const scale = request.args.integer('scale') ?? 1;
  if (scale < 1) throw badValue(`BSON field 'scale' value must be >= 1, actual value '${scale}'`);
  return { ns: namespaceText(namespace), ...describeStorage(collection, scale) };
}

/** What a collection holds and takes, sizes divided by `scale`; of one that is not there, zeros. */
export function describeStorage(collection: EngineCollection | undefined, scale: number): Document {
  const stats = collection?.stats() ?? { count: 0, size: 0, storageSize: 0, indexSizes: {} };
  const scaled = (bytes: number): number => Math.floor(bytes / scale);
  const indexSizes = Object.fromEntries(Object.entries(stats.indexSizes).map(([name, size]) => [name, scaled(size)]));
  const totalIndexSize = sum(Object.values(stats.indexSizes));
  const capped = collection?.info.options.capped;
  return {
    size: scaled(stats.size),
    count: stats.count,
    ...(stats.count > 0 ? { avgObjSize: Math.floor(stats.size / stats.count) } : {}),
    numOrphanDocs: 0,
    storageSize: scaled(stats.storageSize),
    freeStorageSize: 0,
    capped: capped !== undefined,
    ...(capped ? { max: capped.max ?? 0, maxSize: scaled(capped.size) } : {}),
    nindexes: Object.keys(indexSizes).length,
    indexBuilds: [],
    totalIndexSize: scaled(totalIndexSize),
    totalSize: scaled(stats.storageSize + totalIndexSize),
    indexSizes,
    scaleFactor: scale,
  };
}

/** The sum of all numbers. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export const collStats: Command = { name: 'collStats', aliases: ['collstats'], run };
