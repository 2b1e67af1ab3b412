import type { Long } from 'bson';
import type { Command, CommandReply, CommandRequest } from './command.js';
import { readCursorId } from './get-more.js';
import { commandNamespace } from './namespace.js';

const KNOWN = new Set(['killCursors', 'cursors']);

function run(request: CommandRequest): CommandReply {
  const { args, server } = request;
  args.only(KNOWN);
  commandNamespace(request);
  const cursorsKilled: Long[] = [];
  const cursorsNotFound: Long[] = [];
  for (const value of args.required('cursors', args.array('cursors'))) {
    const id = readCursorId(value, 'killCursors.cursors');
    (server.cursors.kill(id) ? cursorsKilled : cursorsNotFound).push(id);
  }
  return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] };
}

export const killCursors: Command = { name: 'killCursors', transactional: true, run };
