import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colours only on a terminal, and not with NO_COLOR (https://no-color.org). */
export function styled(format: Format, text: string, stream: NodeJS.WriteStream = process.stderr): string {
  return hasColors(stream) ? styleText(format, text) : text;
}

export function hasColors(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR && process.env.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && process.env.TERM !== 'dumb';
}
