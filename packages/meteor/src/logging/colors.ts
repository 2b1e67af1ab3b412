const CODES: Readonly<Record<string, number>> = {
  black: 30,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
  cyan: 36,
  white: 37,
};
const BRIGHT = 60;

/** Writes a text in a color of the terminal, if it has colors. Unknown colors change nothing. */
export function colorize(text: string, color: string): string {
  if (!hasColors()) return text;
  const isBright = color.endsWith('Bright');
  const code = CODES[isBright ? color.slice(0, -'Bright'.length) : color];
  if (code === undefined) return text;
  // The plain colors are hard to read in PowerShell.
  const bright = isBright || process.platform === 'win32';
  return `\u001b[${bright ? code + BRIGHT : code}m${text}\u001b[39m`;
}

function hasColors(): boolean {
  const { FORCE_COLOR, NO_COLOR } = process.env;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return !NO_COLOR && process.stdout.isTTY === true;
}
