import type { Engine, EngineTransaction } from '../engine/types.js';

/**
 * Waits until no other transaction holds the place to write. The caller has to write without awaiting anything else.
 * @param patience Most milliseconds to wait; gives `false` when they are over.
 * @throws what `signal` was aborted with.
 */
export async function untilWritable(
  engine: Engine,
  transaction: EngineTransaction | undefined,
  signal: AbortSignal,
  patience = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (!engine.isWritable(transaction)) {
    const remaining = deadline - Date.now();
    if (remaining <= 0) return false;
    await orInterrupted(engine.whenWritable(), signal, remaining);
  }
  return true;
}

function orInterrupted(event: Promise<void>, signal: AbortSignal, patience: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = Number.isFinite(patience) ? setTimeout(resolve, patience) : undefined;
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    event.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  });
}
