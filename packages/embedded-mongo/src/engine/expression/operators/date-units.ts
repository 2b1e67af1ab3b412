import { MongoError } from '../../mongo-error.js';
import { calendarParts, DAY, daysInMonth, localTime, startOfDay, weekday } from './calendar.js';
import { offsetAt, utcOfLocal } from './time-zone.js';

export const DATE_UNITS = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
] as const;

export type DateUnit = (typeof DATE_UNITS)[number];

/** Units whose length never changes. */
const FIXED: Readonly<Partial<Record<DateUnit, number>>> = {
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};

/** @throws MongoError 9 FailedToParse, 14 TypeMismatch */
export function readUnit(value: unknown, name: string): DateUnit {
  if (typeof value !== 'string') throw new MongoError(5439013, `${name} expects string as 'unit'`);
  if ((DATE_UNITS as readonly string[]).includes(value)) return value as DateUnit;
  throw new MongoError(9, `unknown time unit value: ${value}`);
}

/** `$dateAdd`: whole units on the calendar of the zone; a day that a month does not have becomes its last. */
export function addUnits(time: number, unit: DateUnit, amount: number, zone: string): number {
  const fixed = FIXED[unit];
  if (fixed) return time + amount * fixed;
  const local = time + offsetAt(time, zone);
  if (unit === 'day' || unit === 'week') return utcOfLocal(local + amount * (unit === 'week' ? 7 : 1) * DAY, zone);
  const months = amount * (unit === 'year' ? 12 : unit === 'quarter' ? 3 : 1);
  const parts = calendarParts(local);
  const first = calendarParts(localTime({ year: parts.year, month: parts.month + months }));
  const day = Math.min(parts.day, daysInMonth(first.year, first.month));
  return utcOfLocal(localTime({ ...parts, year: first.year, month: first.month, day }), zone);
}

/** `$dateDiff`: how many boundaries of the unit lie between two times. */
export function unitsBetween(start: number, end: number, unit: DateUnit, zone: string, startOfWeek: number): number {
  const from = start + offsetAt(start, zone);
  const to = end + offsetAt(end, zone);
  return unitNumber(to, unit, startOfWeek) - unitNumber(from, unit, startOfWeek);
}

/** Units since the beginning of 1970 (weeks: since the first that begins on that day of the week). */
function unitNumber(local: number, unit: DateUnit, startOfWeek: number): number {
  const { year, month } = calendarParts(local);
  switch (unit) {
    case 'year':
      return year;
    case 'quarter':
      return year * 4 + Math.floor((month - 1) / 3);
    case 'month':
      return year * 12 + month;
    case 'week':
      return Math.floor((startOfWeekOf(local, startOfWeek) + 3 * DAY) / (7 * DAY));
    case 'day':
      return Math.floor(local / DAY);
    default:
      return Math.floor(local / (FIXED[unit] as number));
  }
}

function startOfWeekOf(local: number, startOfWeek: number): number {
  return startOfDay(local) - ((weekday(local) - startOfWeek + 7) % 7) * DAY;
}

/** `$dateTrunc`: the beginning of the bin of so many units, counted from the year 2000. */
export function truncate(time: number, unit: DateUnit, binSize: number, zone: string, startOfWeek: number): number {
  const local = time + offsetAt(time, zone);
  const reference = localTime({ year: 2000 });
  const floor = (value: number, size: number): number => Math.floor(value / size) * size;
  switch (unit) {
    case 'year': {
      const { year } = calendarParts(local);
      return utcOfLocal(localTime({ year: 2000 + floor(year - 2000, binSize) }), zone);
    }
    case 'quarter':
    case 'month': {
      const { year, month } = calendarParts(local);
      const size = binSize * (unit === 'quarter' ? 3 : 1);
      return utcOfLocal(localTime({ year: 2000, month: 1 + floor((year - 2000) * 12 + month - 1, size) }), zone);
    }
    case 'week': {
      const base = startOfWeekOf(reference + 6 * DAY, startOfWeek);
      return utcOfLocal(base + floor(startOfDay(local) - base, binSize * 7 * DAY), zone);
    }
    case 'day':
      return utcOfLocal(reference + floor(local - reference, binSize * DAY), zone);
    default: {
      const size = binSize * (FIXED[unit] as number);
      return time - (local - reference - floor(local - reference, size));
    }
  }
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** 0 for Sunday. */
export function readWeekday(value: unknown, name: string): number {
  if (typeof value !== 'string') throw new MongoError(5439015, `${name} requires 'startOfWeek' to be a string`);
  const wanted = value.toLowerCase();
  const found = WEEKDAYS.findIndex((day) => day === wanted || day.slice(0, 3) === wanted);
  if (found < 0)
    throw new MongoError(9, `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${value}`);
  return found;
}
