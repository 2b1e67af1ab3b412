import { abortTransaction } from './abort-transaction.js';
import { aggregate } from './aggregate.js';
import { buildInfo } from './build-info.js';
import { bulkWrite } from './bulk-write.js';
import { collMod } from './coll-mod.js';
import { collStats } from './coll-stats.js';
import type { Command } from './command.js';
import { commitTransaction } from './commit-transaction.js';
import { configureFailPoint } from './configure-fail-point.js';
import { connectionStatus } from './connection-status.js';
import { count } from './count.js';
import { create } from './create.js';
import { createIndexes } from './create-indexes.js';
import { currentOperations } from './current-operations.js';
import { dbStats } from './db-stats.js';
import { getDefaultConcern } from './default-concern.js';
import { deleteDocuments } from './delete.js';
import { distinct } from './distinct.js';
import { drop } from './drop.js';
import { dropDatabase } from './drop-database.js';
import { dropIndexes } from './drop-indexes.js';
import { endSessions } from './end-sessions.js';
import { explain } from './explain.js';
import { find } from './find.js';
import { findAndModify } from './find-and-modify.js';
import { fsync } from './fsync.js';
import { getCmdLineOpts } from './get-cmd-line-opts.js';
import { getLog } from './get-log.js';
import { getMore } from './get-more.js';
import { getParameter } from './get-parameter.js';
import { harmlessCommands } from './harmless.js';
import { hello } from './hello.js';
import { hostInfo } from './host-info.js';
import { insert } from './insert.js';
import { killAllSessions } from './kill-all-sessions.js';
import { killCursors } from './kill-cursors.js';
import { killOperation } from './kill-operation.js';
import { killSessions } from './kill-sessions.js';
import { listCollections } from './list-collections.js';
import { listCommands } from './list-commands.js';
import { listDatabases } from './list-databases.js';
import { listIndexes } from './list-indexes.js';
import { logout } from './logout.js';
import { ping } from './ping.js';
import { refreshSessions } from './refresh-sessions.js';
import { renameCollection } from './rename-collection.js';
import { replicaSetConfig } from './replica-set-config.js';
import { replicaSetStatus } from './replica-set-status.js';
import { rolesInfo } from './roles-info.js';
import { saslContinue } from './sasl-continue.js';
import { saslStart } from './sasl-start.js';
import { serverStatus } from './server-status.js';
import { startSession } from './start-session.js';
import { update } from './update.js';
import { usersInfo } from './users-info.js';
import { validate } from './validate.js';
import { whatsMyUri } from './whats-my-uri.js';

const COMMANDS: readonly Command[] = [
  abortTransaction,
  aggregate,
  buildInfo,
  bulkWrite,
  collMod,
  collStats,
  commitTransaction,
  configureFailPoint,
  connectionStatus,
  count,
  create,
  createIndexes,
  currentOperations,
  dbStats,
  deleteDocuments,
  distinct,
  drop,
  dropDatabase,
  dropIndexes,
  endSessions,
  explain,
  find,
  findAndModify,
  fsync,
  getCmdLineOpts,
  getDefaultConcern,
  getLog,
  getMore,
  getParameter,
  hello,
  hostInfo,
  insert,
  killAllSessions,
  killCursors,
  killOperation,
  killSessions,
  listCollections,
  listCommands,
  listDatabases,
  listIndexes,
  logout,
  ping,
  refreshSessions,
  renameCollection,
  replicaSetConfig,
  replicaSetStatus,
  rolesInfo,
  saslContinue,
  saslStart,
  serverStatus,
  startSession,
  update,
  usersInfo,
  validate,
  whatsMyUri,
  ...harmlessCommands,
];

const byName = new Map<string, Command>();
for (const command of COMMANDS) {
  byName.set(command.name, command);
  for (const alias of command.aliases ?? []) byName.set(alias, command);
}

export function commandNamed(name: string): Command | undefined {
  return byName.get(name);
}

export function allCommands(): readonly Command[] {
  return COMMANDS;
}
