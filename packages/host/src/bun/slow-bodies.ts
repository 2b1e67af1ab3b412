/** Seconds without traffic after which Bun closes a connection whose request or response makes no progress. */
export const IDLE_TIMEOUT = 120;

/** Milliseconds between two calls of `extend`. */
const INTERVAL = 10_000;

/** Milliseconds that a body may take its time; what node:http calls `requestTimeout`. */
const LONGEST = 300_000;

/**
 * Bun takes a body for stuck that brings less than 16 KB a second, which is much for a phone. Calls `extend` from time to
 * time as long as pieces come; after five minutes Bun's own rule counts, so that nobody can send single bytes for ever.
 *
 * @param now milliseconds, for tests
 * @returns to be called with every piece
 */
export function tolerateSlowBody(extend: () => void, now: () => number = () => performance.now()): () => void {
  const began = now();
  let extended = began;
  return () => {
    const at = now();
    if (at - extended < INTERVAL || at - began > LONGEST) return;
    extended = at;
    extend();
  };
}
