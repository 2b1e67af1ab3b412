const listeners = new Set<() => void>();

/** Calls `listener` whenever something changes that prepared pages or files depend on. */
export function onInvalidate(listener: () => void): void {
  listeners.add(listener);
}

/** Drops everything that was prepared; it is made anew when it is next asked for. */
export function invalidate(): void {
  for (const listener of listeners) listener();
}
