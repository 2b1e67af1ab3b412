let throwing = false;

/** Makes `report` throw instead of print, or print again. Gives what it was. */
export function throwErrors(value: boolean): boolean {
  const before = throwing;
  throwing = value;
  return before;
}

/** Handles the error of a function that Tracker called on its own: prints it, so that the others still run. */
export function report(from: string, error: unknown): void {
  if (throwing) throw error;
  console.error(`Exception from Tracker ${from} function:`, error);
}
