/** Milliseconds of one turn of the event loop after which sessions leave their further messages for the next. */
const SHARE = 50;

let isOpen = false;
let beganAt = 0;

function end(): void {
  isOpen = false;
}

/** To be called when a message is handled: the first one of a turn of the event loop starts the clock. */
export function beginTurn(): void {
  if (isOpen) return;
  isOpen = true;
  beganAt = performance.now();
  setImmediate(end);
}

/** Have messages been handled for so long in this turn that timers and other clients had better come first? */
export function isTurnUsedUp(): boolean {
  return performance.now() - beganAt > SHARE;
}
