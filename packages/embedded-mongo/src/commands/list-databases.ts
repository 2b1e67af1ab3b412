import { type Document, Long } from 'bson';
import { sum } from './coll-stats.js';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { matcher } from './matcher.js';

const KNOWN = new Set(['listDatabases', 'nameOnly', 'filter', 'authorizedDatabases']);

function run({ args, server }: CommandRequest): CommandReply {
  args.only(KNOWN);
  const nameOnly = args.boolean('nameOnly');
  const matches = matcher(args.document('filter') ?? {});
  const databases = server.engine
    .listDatabases()
    .map(({ name, sizeOnDisk, empty }): Document => ({ name, sizeOnDisk: Long.fromNumber(sizeOnDisk), empty }))
    .filter(matches)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (nameOnly) return { databases: databases.map(({ name }) => ({ name })) };
  const totalSize = sum(databases.map((each) => (each.sizeOnDisk as Long).toNumber()));
  return {
    databases,
    totalSize: Long.fromNumber(totalSize),
    totalSizeMb: Long.fromNumber(Math.floor(totalSize / 1024 / 1024)),
  };
}

export const listDatabases: Command = { name: 'listDatabases', adminOnly: true, run };
