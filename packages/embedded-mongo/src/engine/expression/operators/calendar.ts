import { isoWeekStart } from './date-from-text.js';

export const DAY = 86_400_000;

/** What clocks and calendars show at a time; `local` is the time in milliseconds as if the zone were UTC. */
export interface CalendarParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

export function calendarParts(local: number): CalendarParts {
  const date = new Date(local);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    millisecond: date.getUTCMilliseconds(),
  };
}

/** The inverse; values beyond their range carry over. */
export function localTime(parts: Partial<CalendarParts>): number {
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0 } = parts;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, millisecond);
  return date.getTime();
}

export function startOfDay(local: number): number {
  return Math.floor(local / DAY) * DAY;
}

/** 0 for Sunday. */
export function weekday(local: number): number {
  return new Date(local).getUTCDay();
}

/** 1 for January 1st. */
export function dayOfYear(local: number): number {
  const { year } = calendarParts(local);
  return Math.round((startOfDay(local) - localTime({ year })) / DAY) + 1;
}

/** Weeks begin on Sunday; days before the first Sunday are in week 0. */
export function weekOfYear(local: number): number {
  return Math.floor((dayOfYear(local) + 6 - weekday(local)) / 7);
}

export function isoWeekday(local: number): number {
  return weekday(local) || 7;
}

export function isoWeekYear(local: number): number {
  // The year that the week's Thursday is in.
  return calendarParts(local + (4 - isoWeekday(local)) * DAY).year;
}

export function isoWeek(local: number): number {
  return Math.floor((startOfDay(local) - isoWeekStart(isoWeekYear(local), 1)) / (7 * DAY)) + 1;
}

export function daysInMonth(year: number, month: number): number {
  return calendarParts(localTime({ year, month: month + 1, day: 0 })).day;
}
