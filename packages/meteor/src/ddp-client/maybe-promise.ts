/**
 * Stores of a client answer at once, those of a server with promises. The functions here let one code serve both: it
 * stays synchronous as long as nothing it uses is asynchronous.
 */
export type MaybePromise<T> = T | PromiseLike<T>;

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof (value as PromiseLike<unknown>).then === 'function'
  );
}

/** Calls `next` with the value when it is there: at once unless it is a promise. */
export function after<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromiseLike(value) ? value.then(next) : next(value);
}

/** Calls `visit` for each item, one after another. */
export function inOrder<T>(items: readonly T[], visit: (item: T) => MaybePromise<unknown>): MaybePromise<void> {
  for (const [index, item] of items.entries()) {
    const result = visit(item);
    if (isPromiseLike(result)) return continueInOrder(items, index + 1, visit, result);
  }
}

async function continueInOrder<T>(
  items: readonly T[],
  from: number,
  visit: (item: T) => MaybePromise<unknown>,
  pending: PromiseLike<unknown>,
): Promise<void> {
  await pending;
  for (const item of items.slice(from)) await visit(item);
}
