/** A promise and what settles it. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T | PromiseLike<T>) => void;
  readonly reject: (error: unknown) => void;
}

export function createDeferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] | undefined;
  let reject: Deferred<T>['reject'] | undefined;
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise;
    reject = rejectPromise;
  });
  return { promise, resolve: resolve as Deferred<T>['resolve'], reject: reject as Deferred<T>['reject'] };
}

/** A rejection of this promise does not count as an unhandled one. Those who wait for it get it all the same. */
export function silence(promise: PromiseLike<unknown>): void {
  promise.then(undefined, () => {});
}
