import { MongoError } from '../engine/mongo-error.js';
import type { Command, CommandReply, CommandRequest } from './command.js';

/** Databases without which a MongoDB server does not work. */
const NEEDED: ReadonlySet<string> = new Set(['admin', 'config', 'local']);

function run({ database, server }: CommandRequest): CommandReply {
  if (NEEDED.has(database)) throw new MongoError(20, `Dropping the '${database}' database is prohibited.`);
  const dropped = server.engine.dropDatabase(database);
  server.cursors.invalidate(
    database,
    undefined,
    new MongoError(175, `collection dropped: database ${database} was dropped`),
  );
  return dropped ? { dropped: database } : {};
}

export const dropDatabase: Command = { name: 'dropDatabase', writes: true, run };
