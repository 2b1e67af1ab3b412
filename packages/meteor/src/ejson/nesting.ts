/**
 * The deepest nesting of arrays and objects that EJSON handles. Far above what documents need (MongoDB stops at 100),
 * and far below what overflows the stack in the middle of a request.
 */
export const MAX_NESTING = 1000;

/** For a value too deep inside of another one. The deepest part of a value that contains itself contains itself too. */
export function nestingError(value: unknown): Error {
  return new Error(
    isCircular(value)
      ? 'Converting circular structure to JSON'
      : `EJSON values can be nested ${MAX_NESTING} levels deep; this one is deeper`,
  );
}

/** Whether a value contains itself. Iterative, since it is asked about values that are too deep for recursion. */
export function isCircular(root: unknown): boolean {
  const open = new Set<object>();
  const finished = new Set<object>();
  const pending: { value: object; leaving: boolean }[] = [];
  const enter = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || finished.has(value)) return false;
    if (open.has(value)) return true;
    pending.push({ value, leaving: false });
    return false;
  };
  enter(root);
  for (let top = pending.pop(); top; top = pending.pop()) {
    const { value, leaving } = top;
    if (leaving) {
      open.delete(value);
      finished.add(value);
      continue;
    }
    if (finished.has(value) || open.has(value)) continue;
    open.add(value);
    pending.push({ value, leaving: true });
    for (const child of Object.values(value)) if (enter(child)) return true;
  }
  return false;
}
