let suppressed = 0;

/** Prints for developers. Strings are joined into one argument: browsers make links of file names only in the first. */
export function _debug(...args: unknown[]): void {
  if (suppressed > 0) {
    suppressed--;
    return;
  }
  if (args.every((arg) => typeof arg === 'string')) console.log(args.join(' '));
  else console.log(...args);
}

/** Swallows the next `count` messages of `_debug`: for tests that expect them. */
export function _suppress_log(count: number): void {
  suppressed += count;
}

export function _suppressed_log_expected(): boolean {
  return suppressed !== 0;
}
