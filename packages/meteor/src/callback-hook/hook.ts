import { Meteor } from '@bolide/meteor/meteor';

export interface HookOptions {
  /** Whether callbacks run with the environment variables of their registration. Default `true`. */
  bindEnvironment?: boolean | undefined;
  /** Accepted for old code; every callback can be asynchronous. */
  wrapAsync?: boolean | undefined;
  /** Gets what a callback throws, or what its promise is rejected with; the caller then gets `undefined`. */
  exceptionHandler?: ((error: unknown) => void) | undefined;
  /** Prints such errors with `Meteor._debug`, with this description of the callback. */
  debugPrintExceptions?: string | undefined;
}

export interface HookHandle<Callback> {
  /** The callback as the hook hands it out. */
  callback: Callback;
  /** Takes the callback off the hook; safe at any time, also while the callbacks are being called. */
  stop(): void;
}

// biome-ignore lint/suspicious/noExplicitAny: callbacks of any kind; the type parameter carries their own type
type AnyCallback = (...args: any[]) => unknown;

/** Callbacks that others register, in the order of registration. */
export class Hook<Callback extends AnyCallback = AnyCallback> {
  bindEnvironment: boolean;
  exceptionHandler: ((error: unknown) => void) | undefined;
  nextCallbackId = 0;
  /** The callbacks by id. */
  readonly callbacks = new Map<number, Callback>();

  /** @throws Error when debugPrintExceptions is no string. */
  constructor(options: HookOptions = {}) {
    this.bindEnvironment = options.bindEnvironment !== false;
    if (options.exceptionHandler) {
      this.exceptionHandler = options.exceptionHandler;
    } else if (options.debugPrintExceptions) {
      if (typeof options.debugPrintExceptions !== 'string') {
        throw new Error('Hook option debugPrintExceptions should be a string');
      }
      const description = options.debugPrintExceptions;
      this.exceptionHandler = (error) => Meteor._debug(`Exception in ${description}:`, error);
    }
  }

  /** Adds a callback. */
  register(callback: Callback): HookHandle<Callback> {
    const handler = this.exceptionHandler ?? rethrow;
    const wrapped = this.bindEnvironment
      ? (Meteor.bindEnvironment(callback, handler) as Callback)
      : withExceptionHandler(callback, handler);
    const id = this.nextCallbackId++;
    this.callbacks.set(id, wrapped);
    return {
      callback: wrapped,
      stop: () => {
        this.callbacks.delete(id);
      },
    };
  }

  /** Takes all callbacks off. */
  clear(): void {
    // Ids are not reused: the handles of before must not stop callbacks registered later.
    this.callbacks.clear();
  }

  /**
   * Gives each callback to `iterator`, which calls it or not, until `iterator` returns something falsy or throws.
   * Callbacks stopped meanwhile are left out; those registered meanwhile as well.
   */
  forEach(iterator: (callback: Callback) => unknown): void {
    for (const id of [...this.callbacks.keys()]) {
      const callback = this.callbacks.get(id);
      if (callback && !iterator(callback)) return;
    }
  }

  /** Like forEach, and waits for each call of `iterator`. */
  async forEachAsync(iterator: (callback: Callback) => unknown): Promise<void> {
    for (const id of [...this.callbacks.keys()]) {
      const callback = this.callbacks.get(id);
      if (callback && !(await iterator(callback))) return;
    }
  }

  /** @deprecated The old name of forEach. */
  each(iterator: (callback: Callback) => unknown): void {
    this.forEach(iterator);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

function withExceptionHandler<Callback extends AnyCallback>(
  callback: Callback,
  onException: (error: unknown) => void,
): Callback {
  return ((...args) => {
    let result: unknown;
    try {
      result = callback(...args);
    } catch (error) {
      return onException(error);
    }
    return result instanceof Promise ? result.catch(onException) : result;
  }) as Callback;
}
