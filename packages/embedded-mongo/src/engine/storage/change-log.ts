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
  /** Bytes of all entries there ever were, and of those that have been removed. */
  #total = 0;
  #removedTotal = 0;
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
    const end = (order: 'ASC' | 'DESC') =>
      connection
        .statement(`SELECT position, total, length(entry) AS length FROM changes ORDER BY position ${order} LIMIT 1`)
        .get() as { position: number; total: number; length: number } | undefined;
    const [first, last] = [end('ASC'), end('DESC')];
    if (first && last) {
      this.#first = first.position;
      this.#last = last.position;
      this.#removedTotal = first.total - first.length;
      this.#total = last.total;
      this.#lastN = this.#read(last.position).length - 1;
    }
    const removed = connection.statement("SELECT value FROM meta WHERE name = 'changesRemovedUpTo'").get();
    this.#removedUpTo = (removed?.value as number | undefined) ?? 0;
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
    const total = this.#total + entry.length;
    session.connection
      .statement('INSERT INTO changes (position, total, entry) VALUES (?, ?, ?)')
      .run(position, total, entry);
    const removed = this.#trim(session.connection, position, total);
    session.afterCommit(() => {
      this.#total = total;
      this.#first = removed?.first ?? this.#first ?? position;
      this.#removedUpTo = removed?.upTo ?? this.#removedUpTo;
      this.#removedTotal = removed?.total ?? this.#removedTotal;
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
  #trim(connection: Connection, position: number, total: number): Removed | undefined {
    const target = total - this.#maximumBytes;
    if (target - this.#removedTotal <= this.#maximumBytes * (SLACK - 1)) return undefined;
    let last: Entry | undefined;
    for (const entry of entries(connection)) {
      if (last && (last.total >= target || entry.position === position)) {
        connection.statement('DELETE FROM changes WHERE position < ?').run(entry.position);
        connection
          .statement("INSERT OR REPLACE INTO meta (name, value) VALUES ('changesRemovedUpTo', ?)")
          .run(last.position);
        return { first: entry.position, upTo: last.position, total: last.total };
      }
      last = entry;
    }
    return undefined;
  }
}

interface Removed {
  /** Position of the first entry that is left, and of the last that is not. */
  readonly first: number;
  readonly upTo: number;
  /** Bytes of all that have ever been removed. */
  readonly total: number;
}

interface Entry {
  readonly position: number;
  readonly total: number;
}

/** All entries, the oldest first. */
function* entries(connection: Connection): Generator<Entry> {
  const statement = connection.statement(
    'SELECT position, total FROM changes WHERE position > ? ORDER BY position LIMIT 100',
  );
  let after = 0;
  for (;;) {
    const rows = statement.all(after) as unknown as Entry[];
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.position;
  }
}
