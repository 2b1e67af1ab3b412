import { MongoError } from '../../mongo-error.js';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds east of UTC that `+05:30`, `-03` or `Z` stands for, `undefined` if it is none of these. */
export function parseOffset(text: string): number | undefined {
  if (/^(Z|UTC|GMT)$/i.test(text)) return 0;
  const match = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(text);
  if (!match) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000;
}

/**
 * Milliseconds that a zone is ahead of UTC at a time.
 * @throws MongoError 40485 for zones that do not exist
 */
export function offsetAt(time: number, zone: string): number {
  const fixed = parseOffset(zone);
  if (fixed !== undefined) return fixed;
  let formatter = formatters.get(zone);
  if (!formatter) {
    try {
      formatter = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        era: 'short',
      });
    } catch {
      throw new MongoError(40485, `unrecognized time zone identifier: "${zone}"`);
    }
    if (formatters.size > 1000) formatters.clear();
    formatters.set(zone, formatter);
  }
  const parts: Record<string, string> = {};
  for (const { type, value } of formatter.formatToParts(time)) parts[type] = value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return local.getTime() - Math.floor(time / 1000) * 1000;
}

/** The time at which clocks in a zone show what `local` shows in UTC. */
export function utcOfLocal(local: number, zone: string): number {
  const guess = local - offsetAt(local, zone);
  return local - offsetAt(guess, zone);
}
