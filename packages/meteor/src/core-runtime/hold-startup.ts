/**
 * Who still keeps the client's `Meteor.startup` hooks from running. On the global object, since there may be two copies
 * of this module in a page.
 */
interface StartupHolds {
  count: number;
  listener?: (() => void) | undefined;
}

const global = globalThis as { __meteor_startup_holds__?: StartupHolds };
const state: StartupHolds = global.__meteor_startup_holds__ ?? { count: 0 };
global.__meteor_startup_holds__ = state;

/**
 * Keeps the `Meteor.startup` hooks of the client waiting until the returned function has been called. The client's
 * entry holds them while its modules are evaluated, since the document may be ready before a module with a top-level
 * `await` is.
 */
export function holdStartup(): () => void {
  state.count++;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    state.count--;
    if (state.count === 0) state.listener?.();
  };
}

export function isStartupHeld(): boolean {
  return state.count > 0;
}

/** Calls `listener` whenever the last hold is released. */
export function onStartupReleased(listener: () => void): void {
  state.listener = listener;
}
