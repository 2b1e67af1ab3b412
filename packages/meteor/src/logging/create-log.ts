import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { callerDetails } from './caller-details.js';
import { type Colorize, format, RESTRICTED_KEYS } from './format.js';
import type { LogApi, LogFields, LogFormatOptions, LogLevel, LogObject } from './types.js';

/** Prints a log object. */
export type Print = (object: LogObject, log: LogApi) => void;

/** Makes `Log` for one side. */
export function createLog(print: Print, colorize: Colorize): LogApi {
  let suppressed = 0;
  let toIntercept = 0;
  let intercepted: string[] = [];

  function write(level: LogLevel, input: unknown, entry: (...args: never[]) => unknown): void {
    if (suppressed > 0) {
      suppressed--;
      return;
    }
    const isIntercepted = toIntercept > 0;
    if (isIntercepted) toIntercept--;
    const fields = fieldsOf(input);
    if (level === 'debug' && Meteor.isProduction) return;
    const details = fields.omitCallerDetails ? {} : callerDetails(entry);
    const object: LogObject = { ...details, ...fields, time: new Date(), level };
    if (isIntercepted) intercepted.push(EJSON.stringify(object));
    else print(object, log);
  }

  function Log(input: unknown): void {
    write('info', input, Log);
  }

  const atLevel = (level: LogLevel) => {
    // No `=> write(…)`: Bun leaves functions that end with a call out of the stack, and with them their caller.
    const entry = (input: unknown): void => {
      write(level, input, entry);
    };
    return entry;
  };

  function getCallerDetails() {
    const details = callerDetails(getCallerDetails);
    return { ...details };
  }

  const log: LogApi = Object.assign(Log, {
    debug: atLevel('debug'),
    info: atLevel('info'),
    warn: atLevel('warn'),
    error: atLevel('error'),
    outputFormat: 'json' as LogApi['outputFormat'],
    parse,
    format: (object: LogObject, options: LogFormatOptions = {}) => format(object, options, colorize),
    objFromText: (line: string, override?: Partial<LogObject>): LogObject => ({
      message: line,
      level: 'info',
      time: new Date(),
      timeInexact: true,
      ...override,
    }),
    _intercept: (count: number) => {
      toIntercept += count;
    },
    _intercepted: () => {
      const lines = intercepted;
      intercepted = [];
      toIntercept = 0;
      return lines;
    },
    _suppress: (count: number) => {
      suppressed += count;
    },
    _getCallerDetails: getCallerDetails,
  });
  return log;
}

/** The fields to log. Objects give their fields; everything else is a message. */
function fieldsOf(input: unknown): LogFields {
  const isObject = (typeof input === 'object' && input !== null) || typeof input === 'function';
  if (!isObject || input instanceof RegExp || input instanceof Date) return { message: String(input) };
  const fields = input as LogFields;
  for (const key of RESTRICTED_KEYS) if (fields[key]) throw new Error(`Can't set '${key}' in log message`);
  if (Object.hasOwn(fields, 'message') && typeof fields.message !== 'string') {
    throw new Error("The 'message' field in log objects must be a string");
  }
  return fields;
}

function parse(line: string): LogObject | null {
  if (!line?.startsWith('{')) return null;
  try {
    const object = EJSON.parse<LogObject>(line);
    return object.time instanceof Date ? object : null;
  } catch {
    return null;
  }
}
