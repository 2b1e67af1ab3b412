import { EJSON } from '@bolide/meteor/ejson';
import type { LogFormatOptions, LogLevel, LogObject } from './types.js';

/** Gives a text a color. In browsers: the text. */
export type Colorize = (text: string, color: string) => string;

/** Fields that only the logger sets. */
export const RESTRICTED_KEYS = [
  'time',
  'timeInexact',
  'level',
  'file',
  'line',
  'program',
  'originApp',
  'satellite',
  'stderr',
] as const;

const FORMATTED_KEYS: ReadonlySet<string> = new Set([...RESTRICTED_KEYS, 'app', 'message']);
const LEVEL_COLORS: Partial<Record<LogLevel, string>> = { debug: 'green', warn: 'magenta', error: 'red' };

/** The line of a log object, e.g. `I20120908-07:06:05.004(2) [app] (server:app.js:42) message {"more":"fields"}`. */
export function format(object: LogObject, options: LogFormatOptions, colorize: Colorize): string {
  if (!(object.time instanceof Date)) throw new Error("'time' must be a Date object");
  const { level = 'info' } = object;
  const prefix = [
    level.charAt(0).toUpperCase(),
    timestamp(object.time),
    object.timeInexact ? '? ' : ' ',
    appInfo(object),
    sourceInfo(object),
    object.stderr ? '(STDERR) ' : '',
  ].join('');
  const message = messageOf(object);
  if (!options.color) return prefix + message;
  const color = LEVEL_COLORS[level];
  return colorize(prefix, options.metaColor ?? 'blue') + (color ? colorize(message, color) : message);
}

function timestamp(time: Date): string {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const date = `${time.getFullYear()}${pad(time.getMonth() + 1)}${pad(time.getDate())}`;
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
  return `${date}-${clock}.${pad(time.getMilliseconds(), 3)}(${0 - new Date().getTimezoneOffset() / 60})`;
}

function appInfo({ app = '', originApp }: LogObject): string {
  const info = app + (originApp && originApp !== app ? ` via ${originApp}` : '');
  return info && `[${info}] `;
}

function sourceInfo({ program, file, line, satellite }: LogObject): string {
  const source = [program, file, line].filter(Boolean).join(':');
  return (source && `(${source}) `) + (satellite ? `[${satellite}]` : '');
}

/** The message, and the other fields as EJSON. */
function messageOf(object: LogObject): string {
  const more = Object.fromEntries(Object.entries(object).filter(([key]) => !FORMATTED_KEYS.has(key)));
  const parts = [object.message ?? ''];
  if (Object.keys(more).length > 0) parts.push(EJSON.stringify(more));
  return parts.filter(Boolean).join(' ');
}
