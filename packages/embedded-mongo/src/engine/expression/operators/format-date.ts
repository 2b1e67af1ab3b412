import { MongoError } from '../../mongo-error.js';
import { calendarParts, dayOfYear, isoWeek, isoWeekday, isoWeekYear, weekday, weekOfYear } from './calendar.js';
import { offsetAt } from './time-zone.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** @throws MongoError 18536 for unknown specifiers */
export function formatDate(time: number, format: string, zone: string): string {
  const offset = offsetAt(time, zone);
  const local = time + offset;
  const parts = calendarParts(local);
  return format.replace(/%([\s\S]?)/g, (_, specifier: string) => {
    switch (specifier) {
      case 'Y':
        return digits(parts.year, 4);
      case 'm':
        return digits(parts.month, 2);
      case 'd':
        return digits(parts.day, 2);
      case 'H':
        return digits(parts.hour, 2);
      case 'M':
        return digits(parts.minute, 2);
      case 'S':
        return digits(parts.second, 2);
      case 'L':
        return digits(parts.millisecond, 3);
      case 'j':
        return digits(dayOfYear(local), 3);
      case 'w':
        return String(weekday(local) + 1);
      case 'u':
        return String(isoWeekday(local));
      case 'U':
        return digits(weekOfYear(local), 2);
      case 'V':
        return digits(isoWeek(local), 2);
      case 'G':
        return digits(isoWeekYear(local), 4);
      case 'b':
        return (MONTHS[parts.month - 1] as string).slice(0, 3);
      case 'B':
        return MONTHS[parts.month - 1] as string;
      case 'z':
        return offsetText(offset);
      case 'Z':
        return String(Math.round(offset / 60_000));
      case '%':
        return '%';
      default:
        throw new MongoError(18536, `Invalid format character '%${specifier}' in format string`);
    }
  });
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000));
  return `${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60), 2)}${digits(minutes % 60, 2)}`;
}
