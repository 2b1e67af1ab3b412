/** A connection that is closed when nothing has come in for a while. */
export interface IdleMember {
  /** Milliseconds; 0: never closed. */
  readonly idleMilliseconds: number;
  /** Set to {@link IdleSweep.now} whenever something comes in. */
  lastActive: number;
  closeIdle(): void;
}

/** Milliseconds between two looks. */
const INTERVAL = 500;

/**
 * Looks at intervals for idle connections. One clock for all of them, read as a plain number, costs a message
 * nothing; a timer for each connection would be moved at every message.
 */
export class IdleSweep {
  /** Milliseconds; the time of the last look. */
  now = 0;
  readonly #members = new Set<IdleMember>();
  #timer: NodeJS.Timeout | undefined;

  add(member: IdleMember): void {
    if (member.idleMilliseconds <= 0) return;
    if (this.#timer === undefined) {
      this.now = performance.now();
      this.#timer = setInterval(() => this.#sweep(), INTERVAL);
      this.#timer.unref();
    }
    member.lastActive = this.now;
    this.#members.add(member);
  }

  delete(member: IdleMember): void {
    if (!this.#members.delete(member) || this.#members.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #sweep(): void {
    // What came in after the last look carries its time. So silence is counted up to then, never too long.
    const lastLook = this.now;
    this.now = performance.now();
    for (const member of this.#members) {
      if (lastLook - member.lastActive >= member.idleMilliseconds) member.closeIdle();
    }
  }
}
