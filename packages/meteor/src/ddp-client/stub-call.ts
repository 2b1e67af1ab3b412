import { currentMethodInvocation, type MethodFunction, MethodInvocation, makeRpcSeed } from '@bolide/meteor/ddp-common';
import { EJSON } from '@bolide/meteor/ejson';

export interface StubCallOptions {
  readonly name: string;
  readonly params: readonly unknown[];
  readonly handler: MethodFunction | undefined;
  readonly isFromCallAsync: boolean;
  setUserId(userId: string | null): void;
}

/** The local side of a method call: its stub, if there is one, and where the call is made from. */
export class StubCall {
  readonly name: string;
  readonly params: readonly unknown[];
  /** Is the call made by a stub? Then nothing is sent: the server's method makes the call itself. */
  readonly inSimulation: boolean;
  readonly hasStub: boolean;
  readonly #options: StubCallOptions;
  readonly #enclosing: MethodInvocation | undefined;
  #randomSeed: string | undefined;

  constructor(options: StubCallOptions) {
    this.#options = options;
    this.name = options.name;
    this.params = options.params;
    this.hasStub = options.handler !== undefined;
    this.#enclosing = currentMethodInvocation.get() ?? undefined;
    this.inSimulation = this.#enclosing?.isSimulation === true;
  }

  /** The seed that the server must use to draw the same values as the stub, if the stub has drawn any. */
  get randomSeed(): string | undefined {
    return this.#randomSeed;
  }

  createInvocation(userId: string | null): MethodInvocation {
    return new MethodInvocation({
      name: this.name,
      isSimulation: true,
      userId,
      isFromCallAsync: this.#options.isFromCallAsync,
      setUserId: this.#options.setUserId,
      // Made only when the stub asks for random values: most do not.
      randomSeed: () => {
        this.#randomSeed ??= makeRpcSeed(this.#enclosing, this.name);
        return this.#randomSeed;
      },
    });
  }

  /** Runs the stub. `invocation` must be the current one already. */
  run(invocation: MethodInvocation): unknown {
    // A copy, so that the stub cannot change what is sent.
    return this.#options.handler?.apply(invocation, EJSON.clone([...this.params]));
  }
}
