/** Work on one command for this long before others get their turn. */
export const MAX_WORK_MILLISECONDS = 10;

/** Lets the event loop deal with everybody else. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
