import { type Document, Timestamp } from 'bson';
import { MongoError } from '../engine/mongo-error.js';
import { Arguments } from './arguments.js';
import type { Command, CommandRequest } from './command.js';
import { typeMismatch } from './errors.js';

const KNOWN_LEVELS: ReadonlySet<string> = new Set(['local', 'available', 'majority', 'linearizable', 'snapshot']);
/** Commands that can read a snapshot outside of transactions. */
const SNAPSHOT_COMMANDS: ReadonlySet<string> = new Set(['find', 'aggregate', 'distinct']);

/** Reads a state of the database; its time is told to the client. */
export interface SnapshotRequest {
  readonly time: Timestamp | undefined;
}

/**
 * There is one member, so that most levels see the same: only the form is checked. A snapshot is asked for by
 * `{ level: 'snapshot' }` outside of a transaction.
 * @throws MongoError 2 BadValue, 72 InvalidOptions
 */
export function readReadConcern(command: Command, { args }: CommandRequest): SnapshotRequest | undefined {
  const given = args.document('readConcern');
  if (!given) return undefined;
  const concern = new Arguments('readConcern', given);
  const level = concern.string('level');
  if (level !== undefined && !KNOWN_LEVELS.has(level)) {
    throw new MongoError(2, `Enumeration value '${level}' for field 'readConcern.level' is not a valid value.`);
  }
  if (level !== 'snapshot' || args.has('autocommit')) return undefined;
  if (!SNAPSHOT_COMMANDS.has(command.name)) {
    throw new MongoError(72, `Command ${command.name} does not support { readConcern: { level: "snapshot" } }`);
  }
  const time = concern.get('atClusterTime') ?? undefined;
  if (time !== undefined && !(time instanceof Timestamp)) {
    throw typeMismatch('readConcern.atClusterTime', time, 'timestamp');
  }
  return { time };
}

/** Tells the client which state it has read. */
export function addSnapshotTime(reply: Document, time: Timestamp): void {
  const holder = (reply.cursor as Document | undefined) ?? reply;
  holder.atClusterTime = time;
}
