import { buildInfo } from './build-info.js';
import type { Command } from './command.js';
import { deleteDocuments } from './delete.js';
import { endSessions } from './end-sessions.js';
import { find } from './find.js';
import { getMore } from './get-more.js';
import { hello } from './hello.js';
import { insert } from './insert.js';
import { killCursors } from './kill-cursors.js';
import { ping } from './ping.js';
import { update } from './update.js';

const COMMANDS: readonly Command[] = [
  buildInfo,
  deleteDocuments,
  endSessions,
  find,
  getMore,
  hello,
  insert,
  killCursors,
  ping,
  update,
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
