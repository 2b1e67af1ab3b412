import { Meteor } from '@bolide/meteor/meteor';
import { getCurrentFence } from './current-fence.js';

type FenceCallback = (fence: WriteFence) => unknown;

/** A write that a fence waits for. */
export interface FenceWrite {
  /** Must be called once, when everybody who observes has been told of the write. */
  committed(): Promise<void>;
}

async function runCallback(callback: FenceCallback, fence: WriteFence): Promise<void> {
  try {
    await callback(fence);
  } catch (error) {
    Meteor._debug('Exception in write fence callback:', error);
  }
}

/**
 * Collects the writes of one method and calls back when all of them have been committed and passed on to the observers:
 * that is when the client gets `updated`. It fires once it is armed and no write is outstanding.
 */
export class WriteFence {
  armed = false;
  fired = false;
  retired = false;
  outstanding_writes = 0;
  before_fire_callbacks: FenceCallback[] = [];
  completion_callbacks: FenceCallback[] = [];

  /**
   * Holds the fence open for one more write. Without effect on a retired fence.
   * @throws Error when the fence has fired.
   */
  beginWrite(): FenceWrite {
    if (this.retired) return { committed: () => Promise.resolve() };
    if (this.fired) throw new Error('fence has already activated -- too late to add writes');
    this.outstanding_writes++;
    let isCommitted = false;
    return {
      committed: async () => {
        if (isCommitted) throw new Error('committed called twice on the same write');
        isCommitted = true;
        this.outstanding_writes--;
        await this._maybeFire();
      },
    };
  }

  /**
   * Lets the fence fire as soon as nothing is outstanding.
   * @returns a promise when callbacks that must run first take time, else undefined; what happened before is done then.
   * @throws Error when it is the fence of the running method.
   */
  arm(): Promise<void> | undefined {
    if (this === getCurrentFence()) throw new Error("Can't arm the current fence");
    this.armed = true;
    return this._maybeFire();
  }

  /** Arms the fence and waits until it has fired. */
  async armAndWait(): Promise<void> {
    const fired = new Promise<void>((resolve) => this.onAllCommitted(() => resolve()));
    await this.arm();
    await fired;
  }

  _armAndWait(): Promise<void> {
    return this.armAndWait();
  }

  /** Calls `callback` before the fence fires. It may begin writes: the fence then waits for them. */
  onBeforeFire(callback: FenceCallback): void {
    this.checkNotFired();
    this.before_fire_callbacks.push(callback);
  }

  /** Calls `callback` when the fence fires. */
  onAllCommitted(callback: FenceCallback): void {
    this.checkNotFired();
    this.completion_callbacks.push(callback);
  }

  /** From now on writes go past the fence. Only after it has fired. */
  retire(): void {
    if (!this.fired) throw new Error("Can't retire a fence that hasn't fired.");
    this.retired = true;
  }

  _maybeFire(): Promise<void> | undefined {
    if (this.fired) throw new Error('write fence already activated?');
    if (!this.armed || this.outstanding_writes > 0) return undefined;
    if (this.before_fire_callbacks.length === 0) return this.fire();
    return this.runBeforeFire();
  }

  private async runBeforeFire(): Promise<void> {
    // Keeps a write that is committed meanwhile from firing the fence under our feet.
    this.outstanding_writes++;
    for (let callback = this.before_fire_callbacks.shift(); callback; callback = this.before_fire_callbacks.shift()) {
      await runCallback(callback, this);
    }
    this.outstanding_writes--;
    if (this.outstanding_writes === 0) await this.fire();
  }

  /** Synchronous as long as the callbacks are: most fences guard no write at all. */
  private fire(): Promise<void> | undefined {
    this.fired = true;
    const callbacks = this.completion_callbacks;
    this.completion_callbacks = [];
    for (let i = 0; i < callbacks.length; i++) {
      try {
        const result = (callbacks[i] as FenceCallback)(this);
        if (Meteor._isPromise(result)) return this.fireRest(result as Promise<unknown>, callbacks.slice(i + 1));
      } catch (error) {
        Meteor._debug('Exception in write fence callback:', error);
      }
    }
    return undefined;
  }

  private async fireRest(pending: Promise<unknown>, rest: readonly FenceCallback[]): Promise<void> {
    await runCallback(() => pending, this);
    for (const callback of rest) await runCallback(callback, this);
  }

  private checkNotFired(): void {
    if (this.fired) throw new Error('fence has already activated -- too late to add a callback');
  }
}
