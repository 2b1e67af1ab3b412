let suppressed = 0;

/** Prints for developers. Strings are joined into one argument: browsers make links of file names only in the first. */
export function _debug(...args: unknown[]): void {
  if (suppressed > 0) {
    suppressed--;
    return;
  }
  if (args.every((arg) => typeof arg === 'string')) console.log(args.join(' '));
  else print(args);
}

/** Most of what is printed here are errors on their way to nobody else; one that cannot be printed ends here, too. */
function print(args: readonly unknown[]): void {
  try {
    console.log(...args);
  } catch {
    const printable = args.map((arg) => (typeof arg === 'string' ? arg : '(a value that throws when it is looked at)'));
    console.log(printable.join(' '));
  }
}

/** Swallows the next `count` messages of `_debug`: for tests that expect them. */
export function _suppress_log(count: number): void {
  suppressed += count;
}

export function _suppressed_log_expected(): boolean {
  return suppressed !== 0;
}
