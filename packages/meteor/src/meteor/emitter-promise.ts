import { EventEmitter } from 'node:events';
import { Meteor } from './meteor.js';

/** What `EmitterPromise.newPromiseResolver` gives. */
export interface EmitterPromiseResolver<T> {
  readonly emitter: EventEmitter;
  readonly promise: Promise<T>;
}

/** `EmitterPromise` (server): promises that are settled by the events `data` and `error` of an emitter. */
export interface EmitterPromiseStatic {
  /**
   * @param options.emitter default: a new one
   * @param options.timeout milliseconds after which the promise is rejected; default: the setting
   * `EMITTER_PROMISE_DEFAULT_TIMEOUT`, or 3000
   */
  newPromiseResolver<T = unknown>(options?: {
    emitter?: EventEmitter;
    timeout?: number;
    onSuccess?: (data: T) => void;
    onError?: (error: Error) => void;
  }): EmitterPromiseResolver<T>;
}

/** See the type. */
export const EmitterPromise: EmitterPromiseStatic = {
  newPromiseResolver({ emitter = new EventEmitter(), timeout = defaultTimeout(), onSuccess, onError } = {}) {
    // biome-ignore lint/suspicious/noExplicitAny: the caller says what the emitter's data is
    const promise = new Promise<any>((resolve, reject) => {
      const timer = setTimeout(
        // Through the emitter, so that others who listen to it know.
        () => emitter.emit('error', new Meteor.Error(`EmitterPromise timeout: ${timeout}ms.`)),
        timeout,
      );
      // biome-ignore lint/suspicious/noExplicitAny: as above
      const succeed = (data: any) => {
        stop();
        resolve(data);
        onSuccess?.(data);
      };
      const fail = (error: Error) => {
        stop();
        reject(error);
        onError?.(error);
      };
      const stop = () => {
        clearTimeout(timer);
        emitter.off('data', succeed).off('error', fail);
      };
      emitter.on('data', succeed).on('error', fail);
    });
    return { emitter, promise };
  },
};

function defaultTimeout(): number {
  return Number(Meteor.settings.EMITTER_PROMISE_DEFAULT_TIMEOUT) || 3000;
}
