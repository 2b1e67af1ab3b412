export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** What is logged besides a text: any fields except those that the logger sets. */
export interface LogFields {
  message?: string;
  app?: string;
  /** Do not look for the file and line of the caller. */
  omitCallerDetails?: boolean;
  [key: string]: unknown;
}

/** A logged line as an object. */
export interface LogObject {
  time: Date;
  level?: LogLevel;
  message?: string;
  /** Whether `time` is when the line was read, not written. */
  timeInexact?: boolean;
  file?: string;
  line?: number | string;
  app?: string;
  originApp?: string;
  program?: string;
  satellite?: string;
  stderr?: unknown;
  [key: string]: unknown;
}

export interface LogFormatOptions {
  /** Whether to use colors. Default `false`. */
  color?: boolean | undefined;
  /** The color of what comes before the message. Default `blue`. */
  metaColor?: string | undefined;
}

export interface CallerDetails {
  /** The name of the file, without its folder; `eval` in evaluated code. */
  file?: string;
  line?: string;
}

/** Writes to the console: JSON lines or text on the server, text in the browser. */
export interface LogApi {
  /** Like `Log.info`. */
  (input: unknown, ...ignored: unknown[]): void;
  /** Logs a text, or an object's fields. Nothing in production. */
  debug(input: unknown, ...ignored: unknown[]): void;
  info(input: unknown, ...ignored: unknown[]): void;
  warn(input: unknown, ...ignored: unknown[]): void;
  error(input: unknown, ...ignored: unknown[]): void;
  /** On the server: `'json'` (the default) or `'colored-text'`. */
  outputFormat: 'json' | 'colored-text';
  /** The object of a line that was logged as JSON; `null` for any other line. */
  parse(line: string): LogObject | null;
  /** A line for people. Throws if `time` is no Date. */
  format(object: LogObject, options?: LogFormatOptions): string;
  /** An object for a line of text that was not logged by `Log`. */
  objFromText(line: string, override?: Partial<LogObject>): LogObject;
  /** Collects the next `count` lines instead of printing them. */
  _intercept(count: number): void;
  /** The lines collected; ends collecting. */
  _intercepted(): string[];
  /** Drops the next `count` lines. */
  _suppress(count: number): void;
  /** Where the code that calls is. */
  _getCallerDetails(): CallerDetails;
}
