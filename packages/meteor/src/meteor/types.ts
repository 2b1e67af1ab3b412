import type { RuntimeConfig } from '@bolide/runtime';

// biome-ignore lint/suspicious/noExplicitAny: settings are whatever JSON the app's owner wrote; apps read them untyped, as with Meteor's own types
export type SettingsValue = any;

/** `Meteor.settings`. On the client there is only `public`. */
export interface MeteorSettings {
  public: { [key: string]: SettingsValue };
  [key: string]: SettingsValue;
}

/** The environment values that client and server share (`meteorEnv`). */
export interface MeteorEnv {
  NODE_ENV: string;
  TEST_METADATA: string;
  [key: string]: string | undefined;
}

export interface AbsoluteUrlOptions {
  /** Make an `https:` URL, unless the host is localhost. Default on an encrypted page: true. */
  secure?: boolean | undefined;
  /** Write `127.0.0.1` for `localhost`. */
  replaceLocalhost?: boolean | undefined;
  /** Instead of ROOT_URL. */
  rootUrl?: string | undefined;
}

export interface AbsoluteUrl {
  /** The app's URL with `path` (its leading slashes ignored) after it. Throws if no root URL is known. */
  (path?: string, options?: AbsoluteUrlOptions): string;
  (options?: AbsoluteUrlOptions): string;
  /** Used where a call gives no value of its own. Packages may change them. */
  defaultOptions: AbsoluteUrlOptions;
}

// Text in Meteor's own types; any EJSON value in fact, and code that reads it knows which.
// biome-ignore lint/suspicious/noExplicitAny: between the method and its caller
export type MeteorErrorDetails = any;

/** An error that a method or publication reports to the client. */
export interface MeteorError extends Error {
  /** A code that programs test, e.g. `'not-found'`; numbers in some old code. */
  error: string | number;
  /** One line for people. */
  reason?: string | undefined;
  /** More, for developers; sent to the client as well. */
  details?: MeteorErrorDetails;
  /** True: the server may send it to the client as it is. */
  isClientSafe: boolean;
  readonly errorType: 'Meteor.Error';
  clone(): MeteorError;
}

export interface MeteorErrorConstructor {
  new (error: string | number, reason?: string, details?: MeteorErrorDetails): MeteorError;
  readonly prototype: MeteorError;
}

/** An error made by a constructor of {@link MeteorCore.makeErrorType}. */
export interface TypedError extends Error {
  errorType: string;
}

export interface ErrorType<Args extends unknown[]> {
  new (...args: Args): TypedError;
  readonly prototype: TypedError;
}

/** A value that follows the code through callbacks, timers and awaits, e.g. the method call that is being handled. */
export interface EnvironmentVariable<T> {
  readonly slot: number;
  /** The value set by the nearest `withValue` around this code, or `undefined`. */
  get(): T | undefined;
  /** The same; kept for code from the time of fibers. */
  getOrNullIfOutsideFiber(): T | undefined;
  /** Calls `func` with the variable set to `value`, and returns what it returns. */
  withValue<R>(value: T, func: () => R, options?: Record<string, unknown>): R;
  /** Sets the value for what follows in the present context. */
  _set(value: T | undefined): void;
  _setNewContextAndGetCurrent(value: T | undefined): T | undefined;
  _isCallAsyncMethodRunning(): boolean;
  _setCallAsyncMethodRunning(value: boolean): void;
}

export interface EnvironmentVariableConstructor {
  new <T = unknown>(): EnvironmentVariable<T>;
  // biome-ignore lint/suspicious/noExplicitAny: what `instanceof` gives, of an unknown value type
  readonly prototype: EnvironmentVariable<any>;
}

/** Runs tasks one after another, or with `orderMatters: false` several at a time. */
export interface AsynchronousQueue {
  /** Adds a task; errors are printed. */
  queueTask(task: () => unknown): void;
  /** Adds a task; resolves when it is done, rejects with its error. */
  runTask(task: () => unknown): Promise<void>;
  /** Resolves when all tasks added so far are done. */
  flush(): Promise<void>;
  /** Resolves when the queue is empty. Inside of a drain it does nothing. */
  drain(): Promise<void>;
}

/** As {@link AsynchronousQueue}, but the tasks are synchronous, and so is the queue where it can be. */
export interface SynchronousQueue {
  queueTask(task: () => unknown): void;
  runTask(task: () => unknown): void;
  flush(): void;
  drain(): void;
  safeToRunTask(): boolean;
}

/** A first-in first-out list. */
export interface DoubleEndedQueue<T> {
  push(value: T): void;
  shift(): T | undefined;
  isEmpty(): boolean;
  readonly length: number;
}

// biome-ignore lint/suspicious/noExplicitAny: any function; its type is carried through
export type AnyFunction = (...args: any[]) => any;

/** What the package `meteor` itself gives. Other packages add to {@link MeteorStatic}. */
export interface MeteorCore {
  isClient: boolean;
  isServer: boolean;
  isCordova: boolean;
  /** Whether the client gets modern code. Always true on the server. */
  isModern: boolean;
  isDevelopment: boolean;
  isProduction: boolean;
  /** True if the app runs under `meteor test` without `--full-app`. */
  isTest: boolean;
  /** True if the app runs under `meteor test --full-app`. */
  isAppTest: boolean;
  /** True in tests of a package. */
  isPackageTest: boolean;
  /** True if the server runs under a debugger. */
  isDebug: boolean;
  /** Always true: there are no fibers since Meteor 3. */
  isFibersDisabled: true;
  _isFibersEnabled: false;
  /** The app's Meteor release, e.g. `METEOR@3.4`. */
  release?: string;
  gitCommitHash?: string;

  settings: MeteorSettings;
  absoluteUrl: AbsoluteUrl;
  _relativeToSiteRootUrl(link: string): string;

  /** Calls `func` when the server has loaded (before it listens), or when the page is ready; at once if it is so already. */
  startup(func: () => unknown): void;

  Error: MeteorErrorConstructor;
  /** Makes a class of errors. `init` sets the properties (at least `message`) of each new error. */
  makeErrorType<Args extends unknown[]>(
    name: string,
    init: (this: TypedError & Record<string, unknown>, ...args: Args) => void,
  ): ErrorType<Args>;

  EnvironmentVariable: EnvironmentVariableConstructor;
  /**
   * Wraps `func` so that it runs with the environment variables of now. Its errors, and the rejection of a promise it
   * returns, go to `onException`: a function, or a description to print (default: `callback of async function`).
   */
  bindEnvironment<F extends AnyFunction>(func: F, onException?: string | ((error: unknown) => void), self?: unknown): F;

  /** Calls `func` soon, in the present environment but outside of a method call. Errors are printed. */
  defer(func: () => unknown): void;
  /** In the environments named by `on`: as `defer`. In others: calls `func` now and returns what it returns. */
  deferrable<R>(func: () => R, options?: { on?: readonly ('development' | 'production' | 'test')[] }): R | undefined;
  /** `deferrable` in development and tests. */
  deferDev<R>(func: () => R): R | undefined;
  /** `deferrable` in production. */
  deferProd<R>(func: () => R): R | undefined;
  /** `setTimeout` that keeps the environment. Refused inside a method's simulation. */
  setTimeout(func: () => unknown, delay?: number): number;
  setInterval(func: () => unknown, delay?: number): number;
  clearTimeout(id: number | null | undefined): void;
  clearInterval(id: number | null | undefined): void;

  /** Turns a function that takes a callback last into one that returns a promise. `errorFirst` (default true): `callback(error, result)`. */
  promisify<F extends AnyFunction>(
    func: F,
    context?: unknown,
    errorFirst?: boolean,
  ): (...args: unknown[]) => Promise<SettingsValue>;
  /** Binds the callback that a function takes last to the environment; without one, errors are printed. */
  wrapAsync<F extends AnyFunction>(func: F, context?: unknown): AnyFunction;
  wrapFn<F extends AnyFunction>(func: F): F;
  /** The standard `fetch`, looked up at each call, so that packages can wrap it. */
  fetch: typeof fetch;
  /** Prints a warning about something that will go, once per message, in development. METEOR_NO_DEPRECATION silences it. */
  deprecate(...message: unknown[]): void;

  _debug(...args: unknown[]): void;
  _suppress_log(count: number): void;
  _suppressed_log_expected(): boolean;
  _get(object: object, ...keys: string[]): SettingsValue;
  _ensure(object: object, ...keys: string[]): SettingsValue;
  _delete(object: object, ...keys: string[]): void;
  _inherits<C extends AnyFunction>(child: C, parent: AnyFunction): C;
  _escapeRegExp(text: string): string;
  _noYieldsAllowed<R>(func: () => R): R;
  _sleepForMs(milliseconds: number): Promise<void>;
  /** The same under its newer name. */
  sleep(milliseconds: number): Promise<void>;
  _setImmediate(func: () => void): void;
  _isPromise(value: unknown): boolean;
  /** Calls `func` with no environment variable set. */
  _runFresh<R>(func: () => R): R;
  /** Calls `func` with `self` as `this` in a fresh context, or with the data of `store`. */
  _runAsync<R>(func: () => R, self?: unknown, store?: Record<string, unknown>): R;
  _AsynchronousQueue: new (options?: { orderMatters?: boolean }) => AsynchronousQueue;
  /** On the server the same as `_AsynchronousQueue`; on the client a {@link SynchronousQueue}. */
  _SynchronousQueue: new () => SynchronousQueue | AsynchronousQueue;
  _UnyieldingQueue: new () => SynchronousQueue;
  _DoubleEndedQueue: new <T>() => DoubleEndedQueue<T>;

  /** Server only: the AsyncLocalStorage behind the environment variables, and its data. */
  _getAsl?(): unknown;
  _getAslStore?(): Record<string, unknown>;
  _getValueFromAslStore?(key: string): unknown;
  _updateAslStore?(key: string, value: unknown): unknown;
}

/**
 * The type of `Meteor`. Packages that add to it declare what they add:
 * `declare module '@bolide/meteor/meteor' { interface MeteorStatic { … } }`.
 */
export interface MeteorStatic extends MeteorCore {}

export type { RuntimeConfig };
