import { MongoError } from '../mongo-error.js';
import type { Connection } from '../sqlite/connection.js';
import type { Change, ChangeToken } from '../types.js';
import { positionOfTime, timeOfPosition } from './clock.js';
import { decodeChanges, encodeChanges, RecordedChange } from './recorded-change.js';
import type { WriteSession } from './write-session.js';

/** How many commits and bytes are kept in memory for the change streams that keep up. */
const RECENT_COMMITS = 4096;
const RECENT_BYTES = 8 * 1024 * 1024;
/** Old entries are removed when the log is this much too long, so that not every write pays for it. */
const SLACK = 1.01;
const READ_COMMITS = 64;

interface Commit {
  readonly position: number;
  readonly changes: readonly Change[];
  readonly bytes: number;
}

/** The changes of each commit, the last of them as far as `maximumBytes` reach, in the order of commits. */
export class ChangeLog {
  readonly #connection: Connection;
  readonly #maximumBytes: number;
  #bytes: number;
  #first: number | undefined;
  #last: Commit['position'] | undefined;
  #lastN = 0;
  /** Position of the last commit that was removed, 0 if none was. */
  #removedUpTo: number;
  #recent: Commit[] = [];
  #recentBytes = 0;

  constructor(connection: Connection, maximumBytes: number) {
    this.#connection = connection;
    this.#maximumBytes = maximumBytes;
    const { total, first, last } = connection
      .statement('SELECT sum(length(entry)) AS total, min(position) AS first, max(position) AS last FROM changes')
      .get() as { total: number | null; first: number | null; last: number | null };
    this.#bytes = total ?? 0;
    this.#first = first ?? undefined;
    this.#last = last ?? undefined;
    const removed = connection.statement("SELECT value FROM meta WHERE name = 'changesRemovedUpTo'").get();
    this.#removedUpTo = (removed?.value as number | undefined) ?? 0;
    if (last !== null) this.#lastN = this.#read(last).length - 1;
  }

  /** Position of the last commit, 0 if there was none. */
  get lastPosition(): number {
    return this.#last ?? 0;
  }

  get first(): ChangeToken | undefined {
    return this.#first === undefined ? undefined : { ...timeOfPosition(this.#first), n: 0 };
  }

  get last(): ChangeToken | undefined {
    return this.#last === undefined ? undefined : { ...timeOfPosition(this.#last), n: this.#lastN };
  }

  /** Writes what a session has changed into its transaction, which is about to be committed. */
  append(session: WriteSession, position: number): void {
    const wallTime = new Date();
    const { changes } = session;
    const entry = encodeChanges(changes, wallTime);
    session.connection.statement('INSERT INTO changes (position, entry) VALUES (?, ?)').run(position, entry);
    const removed = this.#trim(session.connection, position, entry.length);
    session.afterCommit(() => {
      this.#bytes += entry.length - removed.bytes;
      this.#first = removed.first ?? this.#first ?? position;
      this.#removedUpTo = Math.max(this.#removedUpTo, removed.upTo);
      this.#last = position;
      this.#lastN = changes.length - 1;
      this.#remember({
        position,
        changes: changes.map((change, n) => new RecordedChange(change, position, n, wallTime)),
        bytes: entry.length,
      });
    });
  }

  /** @throws MongoError 286 if changes after `after` are gone */
  *changes(after: ChangeToken | undefined): Generator<Change> {
    let position = after ? positionOfTime(after) : 0;
    let n = after?.n ?? -1;
    if (after && position <= this.#removedUpTo) {
      throw new MongoError(
        286,
        'Resume of change stream was not possible, as the resume point may no longer be in the log of changes.',
      );
    }
    for (;;) {
      const commits = this.#commitsFrom(position);
      let progressed = false;
      for (const commit of commits) {
        for (const change of commit.changes) {
          if (commit.position === position && change.token.n <= n) continue;
          position = commit.position;
          n = change.token.n;
          progressed = true;
          yield change;
        }
      }
      if (!progressed) return;
    }
  }

  #commitsFrom(position: number): readonly Commit[] {
    const oldest = this.#recent[0];
    if (oldest && position >= oldest.position) {
      return this.#recent.slice(this.#indexOf(position));
    }
    if (this.#last === undefined || position > this.#last) return [];
    return this.#connection
      .statement(`SELECT position, entry FROM changes WHERE position >= ? ORDER BY position LIMIT ${READ_COMMITS}`)
      .all(position)
      .map((row) => ({
        position: row.position as number,
        changes: decodeChanges(row.entry as Uint8Array, row.position as number),
        bytes: 0,
      }));
  }

  /** The first of the recent commits that is not before `position`. */
  #indexOf(position: number): number {
    let low = 0;
    let high = this.#recent.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#recent[middle] as Commit).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #read(position: number): readonly Change[] {
    const row = this.#connection.statement('SELECT entry FROM changes WHERE position = ?').get(position);
    return row ? decodeChanges(row.entry as Uint8Array, position) : [];
  }

  #remember(commit: Commit): void {
    this.#recent.push(commit);
    this.#recentBytes += commit.bytes;
    if (this.#recent.length <= RECENT_COMMITS * SLACK && this.#recentBytes <= RECENT_BYTES * SLACK) return;
    let drop = 0;
    while (
      drop < this.#recent.length - 1 &&
      (this.#recent.length - drop > RECENT_COMMITS || this.#recentBytes > RECENT_BYTES)
    ) {
      this.#recentBytes -= (this.#recent[drop] as Commit).bytes;
      drop++;
    }
    this.#recent = this.#recent.slice(drop);
  }

  /** Removes the oldest entries if the log has become too long; `position` is the one being written. */
  #trim(connection: Connection, position: number, added: number): Removed {
    const excess = this.#bytes + added - this.#maximumBytes;
    if (excess <= this.#maximumBytes * (SLACK - 1)) return NOTHING_REMOVED;
    let bytes = 0;
    let upTo = 0;
    for (const entry of entryLengths(connection)) {
      if (bytes >= excess || entry.position === position) {
        connection.statement('DELETE FROM changes WHERE position < ?').run(entry.position);
        connection.statement("INSERT OR REPLACE INTO meta (name, value) VALUES ('changesRemovedUpTo', ?)").run(upTo);
        return { bytes, first: entry.position, upTo };
      }
      bytes += entry.length;
      upTo = entry.position;
    }
    return NOTHING_REMOVED;
  }
}

interface Removed {
  readonly bytes: number;
  /** Position of the first entry that is left. */
  readonly first: number | undefined;
  readonly upTo: number;
}

const NOTHING_REMOVED: Removed = { bytes: 0, first: undefined, upTo: 0 };

function* entryLengths(connection: Connection): Generator<{ position: number; length: number }> {
  const statement = connection.statement(
    'SELECT position, length(entry) AS length FROM changes WHERE position > ? ORDER BY position LIMIT 100',
  );
  let after = 0;
  for (;;) {
    const rows = statement.all(after) as unknown as { position: number; length: number }[];
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}
