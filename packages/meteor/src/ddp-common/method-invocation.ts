import type { RandomStream } from './random-stream.js';
import type { ConnectionHandle, MethodWriteFence } from './types.js';

export interface MethodInvocationOptions {
  /** Name of the method. */
  readonly name?: string | undefined;
  /** Is this a stub? Default: false. */
  readonly isSimulation?: boolean | undefined;
  /** Was the method called by `callAsync`? */
  readonly isFromCallAsync?: boolean | undefined;
  readonly userId?: string | null | undefined;
  readonly setUserId?: ((userId: string | null) => void | Promise<void>) | undefined;
  readonly unblock?: (() => void) | undefined;
  readonly connection?: ConnectionHandle | null | undefined;
  /** Seed of the invocation's random stream, or a function that makes it when it is first needed. */
  readonly randomSeed?: string | (() => string) | null | undefined;
  readonly fence?: MethodWriteFence | undefined;
}

function doNothing(): void {}

/** One run of a method or of its stub: the `this` of the method's function. */
export class MethodInvocation {
  /** Name of the method. */
  readonly name: string | undefined;
  /** True in a stub. */
  readonly isSimulation: boolean;
  /** User who made the call, or `null`. */
  userId: string | null;
  /** The client's connection; `null` when the server itself made the call. */
  connection: ConnectionHandle | null;
  /** What both sides of the call draw their random values from. */
  randomSeed: string | (() => string) | null;
  /** Made at first use by `RandomStream.get`. */
  randomStream: RandomStream | null = null;
  _isFromCallAsync: boolean;
  _calledUnblock = false;
  protected _fence: MethodWriteFence | undefined;
  private readonly _unblock: () => void;
  private readonly _setUserId: (userId: string | null) => void | Promise<void>;

  constructor(options: MethodInvocationOptions) {
    this.name = options.name;
    this.isSimulation = options.isSimulation ?? false;
    this._isFromCallAsync = options.isFromCallAsync ?? false;
    this.userId = options.userId ?? null;
    this.connection = options.connection ?? null;
    this.randomSeed = options.randomSeed ?? null;
    this._fence = options.fence;
    this._unblock = options.unblock ?? doNothing;
    this._setUserId = options.setUserId ?? doNothing;
  }

  /** The write fence of this call, if there is one. */
  get fence(): MethodWriteFence | undefined {
    return this._fence;
  }

  /** Lets the next message of this client begin before this method has finished. */
  unblock(): void {
    this._calledUnblock = true;
    this._unblock();
  }

  /**
   * Sets the user of the connection (`null`: nobody) and, on the server, runs its publications again.
   * @throws Error when the method has called `unblock()`.
   */
  async setUserId(userId: string | null): Promise<void> {
    if (this._calledUnblock) throw new Error("Can't call setUserId in a method after calling unblock");
    this.userId = userId;
    await this._setUserId(userId);
  }
}
