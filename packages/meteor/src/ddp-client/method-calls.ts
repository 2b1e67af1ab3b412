import {
  currentMethodInvocation,
  type MethodApplyOptions,
  type MethodCallback,
  type MethodFunction,
} from '@bolide/meteor/ddp-common';
import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import type { DataPipeline } from './data-pipeline.js';
import { createDeferred, type Deferred, silence } from './deferred.js';
import { after, isPromiseLike, type MaybePromise } from './maybe-promise.js';
import type { MethodInvoker, MethodInvokerOptions } from './method-invoker.js';
import type { OutstandingMethods } from './outstanding-methods.js';
import type { ConnectionPlatform } from './platform.js';
import type { SerialQueue } from './serial-queue.js';
import { StubCall } from './stub-call.js';
import type { MethodPromise } from './types.js';

export interface MethodCallsOptions {
  readonly platform: ConnectionPlatform;
  readonly handlers: Readonly<Record<string, MethodFunction>>;
  readonly outstanding: OutstandingMethods;
  readonly data: DataPipeline;
  readonly sendQueue: SerialQueue;
  /** Has the connection ended for good? */
  isClosed(): boolean;
  /** Runs a task when the server's messages that are being handled are done. */
  afterIncoming(task: () => MaybePromise<void>): MaybePromise<void>;
  /** The user, without becoming dependent on it. */
  getUserId(): string | null;
  setUserId(userId: string | null): void;
}

type AnswerCallback = MethodInvokerOptions['callback'];

/** How the stub of a call ended. */
interface StubOutcome {
  readonly value?: unknown;
  /** In an object, because any value can be thrown. */
  readonly thrown?: { readonly error: unknown };
  /** Did the stores record what the stub wrote? */
  readonly recorded?: boolean;
}

/** Calls methods: runs their stubs, then sends them. */
export class MethodCalls {
  readonly #options: MethodCallsOptions;
  #nextMethodId = 1;

  constructor(options: MethodCallsOptions) {
    this.#options = options;
  }

  /** See `DDPConnection.apply`. */
  apply(
    name: string,
    args: readonly unknown[],
    options: MethodApplyOptions,
    callback: MethodCallback | undefined,
  ): unknown {
    const boundCallback = bindCallback(name, callback);
    const call = this.#createCall(name, args, false);
    const outcome = this.#runStubNow(call);
    if (call.inSimulation) {
      if (!boundCallback) return unwrap(outcome);
      boundCallback(outcome.thrown?.error as Meteor.Error | undefined, outcome.value);
      return undefined;
    }
    const { isClient } = this.#options.platform;
    const answer = createDeferred<unknown>();
    const wantsAnswer = !boundCallback && (!isClient || options.returnServerResultPromise === true);
    const invoker = this.#createInvoker(call, outcome, options, {
      callback: boundCallback ?? (wantsAnswer ? settle(answer) : printError(name)),
      // Who has called without waiting for the answer need not be told that it will not come.
      onAbandon: () => silence(answer.promise),
    });
    this.#options.sendQueue.run(() => this.#send(invoker));
    if (!wantsAnswer) return options.returnStubValue ? outcome.value : undefined;
    return options.returnStubValue ? answer.promise.then(() => outcome.value) : answer.promise;
  }

  /** See `DDPConnection.applyAsync`. */
  applyAsync(
    name: string,
    args: readonly unknown[],
    options: MethodApplyOptions,
    callback: MethodCallback | undefined,
  ): MethodPromise {
    const boundCallback = bindCallback(name, callback);
    const call = this.#createCall(name, args, true);
    if (call.inSimulation) return this.#simulate(call, boundCallback);

    const stub = createDeferred<unknown>();
    const answer = createDeferred<unknown>();
    const returned = createDeferred<unknown>();
    silence(stub.promise);
    silence(answer.promise);

    const { isClient } = this.#options.platform;
    const wantsAnswer = !boundCallback && (!isClient || options.returnServerResultPromise === true);
    const dispatch = (outcome: StubOutcome): void => {
      try {
        const callbackForAnswer = boundCallback ?? (wantsAnswer ? () => {} : printError(name));
        const settleAnswer = settle(answer);
        const invoker = this.#createInvoker(call, outcome, options, {
          callback: (error, result) => {
            settleAnswer(error, result);
            callbackForAnswer(error, result);
          },
          onAbandon: () => silence(returned.promise),
        });
        this.#send(invoker);
      } catch (error) {
        answer.reject(error);
        returned.reject(error);
      }
      if (outcome.thrown) stub.reject(outcome.thrown.error);
      else stub.resolve(outcome.value);
      const local = options.returnStubValue ? outcome.value : undefined;
      if (!wantsAnswer) returned.resolve(local);
      else returned.resolve(options.returnStubValue ? answer.promise.then(() => local) : answer.promise);
    };
    this.#options.sendQueue.run(() => (call.hasStub ? after(this.#runStub(call), dispatch) : dispatch({})));
    return Object.assign(returned.promise, { stubPromise: stub.promise, serverPromise: answer.promise });
  }

  #createCall(name: string, args: readonly unknown[], isFromCallAsync: boolean): StubCall {
    return new StubCall({
      name,
      // A copy: the caller may change its objects before they are sent.
      params: EJSON.clone([...(args ?? [])]),
      handler: this.#options.handlers[name],
      isFromCallAsync,
      setUserId: (userId) => this.#options.setUserId(userId),
    });
  }

  /** A stub calls a method: only that method's stub runs. */
  #simulate(call: StubCall, callback: AnswerCallback | undefined): MethodPromise {
    const { platform } = this.#options;
    const invocation = call.createInvocation(this.#options.getUserId());
    const run = async () =>
      call.hasStub ? platform.withInvocation(invocation, () => call.run(invocation)) : undefined;
    const stubPromise = run();
    const returned: Promise<unknown> = callback
      ? stubPromise.then(
          (value) => callback(undefined, value),
          (error) => callback(error),
        )
      : stubPromise.then((value) => value);
    silence(stubPromise);
    return Object.assign(returned, { stubPromise, serverPromise: returned });
  }

  /** Runs the stub of `call` or `apply`, which must be synchronous. */
  #runStubNow(call: StubCall): StubOutcome {
    if (!call.hasStub) return {};
    const recorded = !call.inSimulation && this.#options.data.startRecordingNow();
    const invocation = call.createInvocation(this.#options.getUserId());
    try {
      const value = currentMethodInvocation.withValue(invocation, () => call.run(invocation));
      if (isPromiseLike(value)) this.#warnAboutAsyncStub(call.name, value);
      return { value, recorded };
    } catch (error) {
      return { thrown: { error }, recorded };
    }
  }

  #warnAboutAsyncStub(name: string, value: PromiseLike<unknown>): void {
    Meteor._debug(
      `Method ${name}: its stub is asynchronous, and call/apply do not wait for it. Use callAsync or applyAsync instead.`,
    );
    value.then(undefined, (error) => printStubError(name, error));
  }

  /** Runs the stub of `callAsync` or `applyAsync`. Does not reject. */
  async #runStub(call: StubCall): Promise<StubOutcome> {
    const { platform, data } = this.#options;
    let recorded = false;
    try {
      await platform.beforeStub();
      await this.#options.afterIncoming(() =>
        after(data.startRecording(), (started) => {
          recorded = started;
        }),
      );
      const invocation = call.createInvocation(this.#options.getUserId());
      const value = await platform.withInvocation(invocation, () => call.run(invocation) as MaybePromise<unknown>);
      return { value, recorded };
    } catch (error) {
      return { thrown: { error }, recorded };
    }
  }

  /** @throws what the stub threw, if the options say so. */
  #createInvoker(
    call: StubCall,
    outcome: StubOutcome,
    options: MethodApplyOptions,
    callbacks: Pick<MethodInvokerOptions, 'callback' | 'onAbandon'>,
  ): MethodInvoker {
    const { data, outstanding } = this.#options;
    const methodId = String(this.#nextMethodId++);
    if (outcome.recorded) data.stopRecording(methodId);
    if (outcome.thrown) {
      const { error } = outcome.thrown;
      if (options.throwStubExceptions) {
        // The method will not be sent, so the server will never undo what the stub has written.
        if (outcome.recorded) void data.revertStub(methodId);
        throw error;
      }
      printStubError(call.name, error);
    }
    return outstanding.create({
      methodId,
      message: {
        msg: 'method',
        id: methodId,
        method: call.name,
        params: call.params,
        ...(call.randomSeed === undefined ? {} : { randomSeed: call.randomSeed }),
      },
      wait: options.wait === true,
      noRetry: options.noRetry === true,
      onResultReceived: options.onResultReceived,
      ...callbacks,
    });
  }

  #send(invoker: MethodInvoker): void {
    this.#options.outstanding.add(invoker);
    if (this.#options.isClosed()) this.#options.outstanding.abandonAll();
  }
}

function bindCallback(name: string, callback: MethodCallback | undefined): AnswerCallback | undefined {
  return callback && (Meteor.bindEnvironment(callback, `delivering result of invoking '${name}'`) as AnswerCallback);
}

function settle(deferred: Deferred<unknown>): AnswerCallback {
  return (error, result) => (error ? deferred.reject(error) : deferred.resolve(result));
}

function printError(name: string): AnswerCallback {
  return (error) => {
    if (error) Meteor._debug(`Error invoking Method '${name}':`, error);
  };
}

function printStubError(name: string, error: unknown): void {
  // Meteor's tests mark the errors that they provoke.
  if ((error as { _expectedByTest?: boolean } | null)?._expectedByTest) return;
  Meteor._debug(`Exception while simulating the effect of invoking '${name}':`, error);
}

function unwrap(outcome: StubOutcome): unknown {
  if (outcome.thrown) throw outcome.thrown.error;
  return outcome.value;
}
