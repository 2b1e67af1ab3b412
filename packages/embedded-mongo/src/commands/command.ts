import type { Document } from 'bson';
import type { EngineTransaction } from '../engine/types.js';
import type { ConnectionState } from '../server/connection-state.js';
import type { ServerState } from '../server/server-state.js';
import type { Session } from '../sessions/session.js';
import type { Arguments } from './arguments.js';

/** One command under way. */
export interface CommandRequest {
  /** The name as the client wrote it. */
  readonly name: string;
  readonly database: string;
  readonly args: Arguments;
  readonly body: Document;
  readonly server: ServerState;
  readonly connection: ConnectionState;
  readonly session: Session | undefined;
  /** The transaction that the command is part of. */
  readonly transaction: EngineTransaction | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** What a command answers; `ok: 1` and the times are added. */
export type CommandReply = Document;

export interface Command {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Runs on the `admin` database only. */
  readonly adminOnly?: boolean;
  /** Allowed before login. */
  readonly open?: boolean;
  /** Writes: waits while another's transaction holds the right to write. */
  readonly writes?: boolean | ((request: CommandRequest) => boolean);
  /** Commits or aborts the transaction that it names, rather than being part of it. */
  readonly endsTransaction?: boolean;
  /** Allowed in a transaction. */
  readonly transactional?: boolean;
  run(request: CommandRequest): CommandReply | Promise<CommandReply>;
}
