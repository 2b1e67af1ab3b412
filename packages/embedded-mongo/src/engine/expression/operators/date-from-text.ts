import { MongoError } from '../../mongo-error.js';
import { parseOffset, utcOfLocal } from './time-zone.js';

const CONVERSION_FAILURE = 241;

/**
 * A date from text in the forms of ISO 8601; without a time zone it is taken in `zone`.
 * @throws MongoError 241 ConversionFailure
 */
export function parseDateText(text: string, zone?: string): Date {
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i.exec(
      text.trim(),
    );
  if (!match) return looseDate(text);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] = match;
  if (offset && zone) {
    throw new MongoError(
      CONVERSION_FAILURE,
      `you cannot pass in a date/time string with GMT offset together with a timezone argument`,
    );
  }
  const local = checkedUtc(
    text,
    [year, month, day, hour, minute, second].map(Number),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  if (offset) return new Date(local - (/^[+-]/.test(offset) ? (parseOffset(offset) ?? 0) : 0));
  return new Date(zone ? utcOfLocal(local, zone) : local);
}

function checkedUtc(text: string, parts: readonly number[], milliseconds: number): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) throw unparsable(text);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  return date.getTime();
}

/** Other spellings that JavaScript knows, such as `Feb 3 2020`, in UTC. */
function looseDate(text: string): Date {
  const hasZone = /(Z|GMT|UTC|[+-]\d{2}:?\d{2})\s*$/i.test(text);
  const time = /\d/.test(text) && /[a-z/-]/i.test(text) ? Date.parse(hasZone ? text : `${text} UTC`) : Number.NaN;
  if (Number.isNaN(time)) throw unparsable(text);
  return new Date(time);
}

function unparsable(text: string): MongoError {
  return new MongoError(CONVERSION_FAILURE, `Error parsing date string '${text}'`);
}

/**
 * A date from text in a given format.
 * @throws MongoError 241 ConversionFailure if the text does not fit, 18536 for unknown specifiers
 */
export function parseDateWithFormat(text: string, format: string, zone?: string): Date {
  const fields: string[] = [];
  let pattern = '';
  for (let i = 0; i < format.length; i++) {
    const character = format[i] as string;
    if (character !== '%') {
      pattern += character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
      continue;
    }
    const specifier = format[++i] ?? '';
    const part = FORMAT_PARTS[specifier];
    if (part === undefined) throw new MongoError(18536, `Invalid format character '%${specifier}' in format string`);
    pattern += part;
    if (part.startsWith('(')) fields.push(specifier);
  }
  const match = new RegExp(`^${pattern}$`, 'i').exec(text);
  if (!match) throw unparsable(text);
  const values = new Map(fields.map((field, i) => [field, match[i + 1] as string]));
  return assemble(text, values, zone);
}

const FORMAT_PARTS: Readonly<Record<string, string>> = {
  Y: '(\\d{4})',
  G: '(\\d{4})',
  m: '(\\d{1,2})',
  d: '(\\d{1,2})',
  H: '(\\d{1,2})',
  M: '(\\d{1,2})',
  S: '(\\d{1,2})',
  L: '(\\d{1,3})',
  j: '(\\d{1,3})',
  u: '([1-7])',
  V: '(\\d{1,2})',
  b: '([A-Za-z]{3})',
  B: '([A-Za-z]+)',
  z: '(Z|[+-]\\d{2}:?\\d{2})',
  Z: '([+-]\\d+)',
  '%': '%',
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function assemble(text: string, values: ReadonlyMap<string, string>, zone: string | undefined): Date {
  const number = (field: string, otherwise: number): number =>
    values.has(field) ? Number(values.get(field)) : otherwise;
  const name = values.get('b') ?? values.get('B');
  const month = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : number('m', 1);
  let local: number;
  if (values.has('G')) {
    local = isoWeekStart(number('G', 1970), number('V', 1)) + (number('u', 1) - 1) * 86_400_000;
  } else if (values.has('j')) {
    local = checkedUtc(text, [number('Y', 1970), 1, 1], 0) + (number('j', 1) - 1) * 86_400_000;
  } else {
    local = checkedUtc(text, [number('Y', 1970), month, number('d', 1)], 0);
  }
  local += checkedUtc(text, [1970, 1, 1, number('H', 0), number('M', 0), number('S', 0)], number('L', 0));
  const offset = values.get('z');
  if (offset) return new Date(local - (parseOffset(offset) ?? 0));
  if (values.has('Z')) return new Date(local - number('Z', 0) * 60_000);
  return new Date(zone ? utcOfLocal(local, zone) : local);
}

/** The Monday of a week of ISO 8601. */
export function isoWeekStart(year: number, week: number): number {
  const fourth = Date.UTC(year, 0, 4);
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  return fourth - weekday * 86_400_000 + (week - 1) * 7 * 86_400_000;
}
