/** A connection that is closed when nothing has come in for a while. */
export interface IdleMember {
  /** Milliseconds; 0: never closed. */
  readonly idleMilliseconds: number;
  /** Set to {@link IdleSweep.now} whenever something comes in. */
  lastActive: number;
  closeIdle(): void;
}

/**
 * Looks once a second for idle connections. One clock for all of them, read as a plain number, costs a message
 * nothing; a timer for each connection would be moved at every message.
 */
export class IdleSweep {
  /** Milliseconds, a second exact. */
  now = 0;
  readonly #members = new Set<IdleMember>();
  #timer: NodeJS.Timeout | undefined;

  add(member: IdleMember): void {
    if (member.idleMilliseconds <= 0) return;
    if (this.#timer === undefined) {
      this.now = performance.now();
      this.#timer = setInterval(() => this.#sweep(), 1000);
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
    this.now = performance.now();
    for (const member of this.#members) {
      if (this.now - member.lastActive > member.idleMilliseconds) member.closeIdle();
    }
  }
}
