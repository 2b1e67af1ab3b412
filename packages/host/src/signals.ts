import { constants } from 'node:os';

const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Calls `listener` at the first stop signal. A second one ends the process at once with code 128 + signal number,
 * so that an operator is never held up by a stop that hangs. Returns a function that stops listening.
 */
export function onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  let stopping = false;
  const handle = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(128 + constants.signals[signal]);
    stopping = true;
    listener(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, handle);
  };
}
