/**
 * Waits until `wake` is called that `start` is given, or `patience` milliseconds are over.
 * @throws what `signal` was aborted with
 */
export function waitFor(start: (wake: () => void) => void, signal: AbortSignal, patience?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve();
    };
    const timer = patience === undefined ? undefined : setTimeout(wake, patience);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    start(wake);
  });
}
