import { Long, ObjectId, Timestamp } from 'bson';
import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { asNumber } from '../../query/predicates/integer-operand.js';
import type { Compute, Environment } from '../environment.js';
import {
  calendarParts,
  DAY,
  dayOfYear,
  isoWeek,
  isoWeekday,
  isoWeekYear,
  localTime,
  weekday,
  weekOfYear,
} from './calendar.js';
import { isoWeekStart, parseDateText, parseDateWithFormat } from './date-from-text.js';
import { addUnits, readUnit, readWeekday, truncate, unitsBetween } from './date-units.js';
import { formatDate } from './format-date.js';
import { isNullish, NamedOperands, type OperatorCompiler, operands, typeText } from './operator.js';
import { offsetAt, utcOfLocal } from './time-zone.js';

/** @throws MongoError 16006 unless it is a date, an ObjectId or a timestamp */
function timeOf(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  if (value instanceof Timestamp) return (value.high >>> 0) * 1000;
  throw new MongoError(16006, `can't convert from BSON type ${typeText(value)} to Date`);
}

/** The zone that an optional operand names: UTC without one, `undefined` if it is null. */
function zoneOf(compute: Compute | undefined, environment: Environment): string | undefined {
  if (!compute) return 'UTC';
  const zone = compute(environment);
  if (isNullish(zone)) return undefined;
  if (typeof zone === 'string') return zone;
  throw new MongoError(40517, `timezone must evaluate to a string, found ${typeText(zone)}`);
}

/** A part of a date: of a date alone, or of `{ date, timezone }`. */
function datePart(read: (local: number) => unknown): OperatorCompiler {
  return (operand, compiler, name) => {
    const isNamed = isDocument(operand) && !Object.keys(operand)[0]?.startsWith('$');
    const named = isNamed ? new NamedOperands(name, operand, compiler, ['date', 'timezone'], 40535) : undefined;
    const date = named ? named.required('date') : (operands(name, operand, compiler, 1)[0] as Compute);
    const timezone = named?.optional('timezone');
    return (environment) => {
      const value = date(environment);
      const zone = zoneOf(timezone, environment);
      if (isNullish(value) || zone === undefined) return null;
      const time = timeOf(value);
      return read(time + offsetAt(time, zone));
    };
  };
}

const dateToString: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['date', 'format', 'timezone', 'onNull'], 18534);
  const date = named.required('date');
  const format = named.optional('format');
  const timezone = named.optional('timezone');
  const onNull = named.optional('onNull');
  return (environment) => {
    const value = date(environment);
    const pattern = format ? format(environment) : timezone ? '%Y-%m-%dT%H:%M:%S.%L' : '%Y-%m-%dT%H:%M:%S.%LZ';
    const zone = zoneOf(timezone, environment);
    if (isNullish(value)) return onNull ? onNull(environment) : null;
    if (isNullish(pattern) || zone === undefined) return null;
    if (typeof pattern !== 'string')
      throw new MongoError(18533, `$dateToString requires that 'format' be a string, found: ${typeText(pattern)}`);
    return formatDate(timeOf(value), pattern, zone);
  };
};

const dateFromString: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(
    name,
    operand,
    compiler,
    ['dateString', 'format', 'timezone', 'onError', 'onNull'],
    40541,
  );
  const text = named.required('dateString');
  const format = named.optional('format');
  const timezone = named.optional('timezone');
  const onError = named.optional('onError');
  const onNull = named.optional('onNull');
  return (environment) => {
    const value = text(environment);
    const zone = zoneOf(timezone, environment);
    const pattern = format?.(environment);
    if (isNullish(value)) return onNull ? onNull(environment) : null;
    if (zone === undefined) return null;
    const usedZone = timezone ? zone : undefined;
    try {
      if (typeof value !== 'string') {
        throw new MongoError(241, `$dateFromString requires that 'dateString' be a string, found: ${typeText(value)}`);
      }
      return isNullish(pattern)
        ? parseDateText(value, usedZone)
        : parseDateWithFormat(value, String(pattern), usedZone);
    } catch (error) {
      if (onError && error instanceof MongoError && error.code === 241) return onError(environment);
      throw error;
    }
  };
};

const PART_NAMES = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;
const ISO_PART_NAMES = ['isoWeekYear', 'isoWeek', 'isoDayOfWeek', 'hour', 'minute', 'second', 'millisecond'] as const;

const dateFromParts: OperatorCompiler = (operand, compiler, name) => {
  const isIso = isDocument(operand) && 'isoWeekYear' in operand;
  const names: readonly string[] = isIso ? ISO_PART_NAMES : PART_NAMES;
  const named = new NamedOperands(name, operand, compiler, [...names, 'timezone'], 40518);
  if (!named.has(names[0] as string))
    throw new MongoError(40516, "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
  const parts = names.flatMap((part) => (named.has(part) ? [{ part, compute: named.required(part) }] : []));
  const timezone = named.optional('timezone');
  return (environment) => {
    const zone = zoneOf(timezone, environment);
    const values: Record<string, number> = {};
    for (const { part, compute } of parts) {
      const value = compute(environment);
      if (isNullish(value)) return null;
      const number = asNumber(value);
      if (number === undefined || !Number.isInteger(number)) {
        throw new MongoError(40515, `'${part}' must evaluate to an integer, found ${typeText(value)}`);
      }
      values[part] = number;
    }
    if (zone === undefined) return null;
    return new Date(utcOfLocal(isIso ? localOfIsoParts(values) : localTime(values), zone));
  };
};

function localOfIsoParts(values: Readonly<Record<string, number>>): number {
  const { isoWeekYear: year = 1970, isoWeek: week = 1, isoDayOfWeek: day = 1, ...clock } = values;
  return isoWeekStart(year, week) + (day - 1) * DAY + localTime(clock);
}

const dateToParts: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(name, operand, compiler, ['date', 'timezone', 'iso8601'], 40520);
  const date = named.required('date');
  const timezone = named.optional('timezone');
  const iso = named.optional('iso8601');
  return (environment) => {
    const value = date(environment);
    const zone = zoneOf(timezone, environment);
    if (isNullish(value) || zone === undefined) return null;
    const time = timeOf(value);
    const local = time + offsetAt(time, zone);
    const parts = calendarParts(local);
    if (iso?.(environment) !== true) return { ...parts };
    const { hour, minute, second, millisecond } = parts;
    return {
      isoWeekYear: isoWeekYear(local),
      isoWeek: isoWeek(local),
      isoDayOfWeek: isoWeekday(local),
      hour,
      minute,
      second,
      millisecond,
    };
  };
};

function dateArithmetic(sign: 1 | -1): OperatorCompiler {
  return (operand, compiler, name) => {
    const named = new NamedOperands(name, operand, compiler, ['startDate', 'unit', 'amount', 'timezone'], 5166401);
    const [start, unit, amount] = ['startDate', 'unit', 'amount'].map((part) => named.required(part)) as [
      Compute,
      Compute,
      Compute,
    ];
    const timezone = named.optional('timezone');
    return (environment) => {
      const values = [start(environment), unit(environment), amount(environment)];
      const zone = zoneOf(timezone, environment);
      if (values.some(isNullish) || zone === undefined) return null;
      const count = asNumber(values[2]);
      if (count === undefined || !Number.isInteger(count)) {
        throw new MongoError(5166405, `${name} expects integer amount of time units`);
      }
      return new Date(addUnits(timeOf(values[0]), readUnit(values[1], name), sign * count, zone));
    };
  };
}

const dateDiff: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(
    name,
    operand,
    compiler,
    ['startDate', 'endDate', 'unit', 'timezone', 'startOfWeek'],
    5166302,
  );
  const required = ['startDate', 'endDate', 'unit'].map((part) => named.required(part));
  const timezone = named.optional('timezone');
  const startOfWeek = named.optional('startOfWeek');
  return (environment) => {
    const values = required.map((compute) => compute(environment));
    const zone = zoneOf(timezone, environment);
    if (values.some(isNullish) || zone === undefined) return null;
    const week = startOfWeek ? readWeekday(startOfWeek(environment), name) : 0;
    const [start, end] = [timeOf(values[0]), timeOf(values[1])];
    return Long.fromNumber(unitsBetween(start, end, readUnit(values[2], name), zone, week));
  };
};

const dateTrunc: OperatorCompiler = (operand, compiler, name) => {
  const named = new NamedOperands(
    name,
    operand,
    compiler,
    ['date', 'unit', 'binSize', 'timezone', 'startOfWeek'],
    5439008,
  );
  const date = named.required('date');
  const unit = named.required('unit');
  const binSize = named.optional('binSize');
  const timezone = named.optional('timezone');
  const startOfWeek = named.optional('startOfWeek');
  return (environment) => {
    const value = date(environment);
    const zone = zoneOf(timezone, environment);
    const size = binSize ? binSize(environment) : 1;
    if (isNullish(value) || zone === undefined || isNullish(size)) return null;
    const bins = asNumber(size);
    if (bins === undefined || !Number.isInteger(bins) || bins < 1) {
      throw new MongoError(5439017, `$dateTrunc requires 'binSize' to be a 64-bit integer greater than 0`);
    }
    const week = startOfWeek ? readWeekday(startOfWeek(environment), name) : 0;
    return new Date(truncate(timeOf(value), readUnit(unit(environment), name), bins, zone, week));
  };
};

/** Operators that look at dates. */
export const DATE_OPERATORS: Readonly<Record<string, OperatorCompiler>> = {
  $year: datePart((local) => calendarParts(local).year),
  $month: datePart((local) => calendarParts(local).month),
  $dayOfMonth: datePart((local) => calendarParts(local).day),
  $hour: datePart((local) => calendarParts(local).hour),
  $minute: datePart((local) => calendarParts(local).minute),
  $second: datePart((local) => calendarParts(local).second),
  $millisecond: datePart((local) => calendarParts(local).millisecond),
  $dayOfWeek: datePart((local) => weekday(local) + 1),
  $dayOfYear: datePart(dayOfYear),
  $week: datePart(weekOfYear),
  $isoDayOfWeek: datePart(isoWeekday),
  $isoWeek: datePart(isoWeek),
  $isoWeekYear: datePart((local) => Long.fromNumber(isoWeekYear(local))),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateFromParts: dateFromParts,
  $dateToParts: dateToParts,
  $dateAdd: dateArithmetic(1),
  $dateSubtract: dateArithmetic(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
};
