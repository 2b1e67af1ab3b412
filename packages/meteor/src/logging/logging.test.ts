import { EJSON } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';
import { Log as ClientLog } from './client.js';
import { colorize } from './colors.js';
import { Log } from './server.js';
import type { LogObject } from './types.js';

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** Runs `func` with a method of console replaced; gives what was printed by it. */
function printedBy(method: (typeof levels)[number] | 'log', func: () => void): unknown[] {
  const printed: unknown[] = [];
  const original = console[method];
  console[method] = (...args: unknown[]) => printed.push(...args);
  try {
    func();
  } finally {
    console[method] = original;
  }
  return printed;
}

function withEnvironment<T>(values: Record<string, string | undefined>, func: () => T): T {
  const saved = { ...process.env };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  try {
    return func();
  } finally {
    for (const name of Object.keys(values)) {
      if (saved[name] === undefined) delete process.env[name];
      else process.env[name] = saved[name];
    }
  }
}

/** Runs `func` as in development. */
function inDevelopment(func: () => void) {
  const { isProduction } = Meteor;
  Meteor.isProduction = false;
  try {
    func();
  } finally {
    Meteor.isProduction = isProduction;
  }
}

function logged(func: () => void, count = 1): Record<string, unknown>[] {
  Log._intercept(count);
  inDevelopment(func);
  return Log._intercepted().map((line) => EJSON.parse(line));
}

describe('Log', () => {
  test.each(levels)('%s logs texts and objects', (level) => {
    const [text, object, mixed] = logged(() => {
      Log[level]('message');
      Log[level]({ a: 'foo', b: [1] });
      Log[level]({ message: 'mixed', a: new Date(1) });
    }, 3);
    expect(text).toMatchObject({ message: 'message', level });
    expect(text?.time).toBeInstanceOf(Date);
    expect(object).toMatchObject({ a: 'foo', b: [1], level });
    expect(object).not.toHaveProperty('message');
    expect(mixed).toMatchObject({ message: 'mixed', a: new Date(1), level });
  });

  test('Log itself logs at level info', () => {
    expect(logged(() => Log('message'))[0]).toMatchObject({ message: 'message', level: 'info' });
  });

  test('what is no object is logged as text', () => {
    const inputs = [1, 0, null, undefined, /[^a]{0,1}/g, true, false, Number.NEGATIVE_INFINITY, new Date(0)];
    const lines = logged(() => inputs.map((input) => Log(input)), inputs.length);
    expect(lines.map((line) => line.message)).toEqual(inputs.map(String));
  });

  test('objects are left alone', () => {
    const input = { message: 'a', omitCallerDetails: true };
    const [line] = logged(() => Log(input));
    expect(Object.keys(input)).toEqual(['message', 'omitCallerDetails']);
    expect(line).not.toHaveProperty('file');
  });

  test.each(['time', 'level', 'file', 'line', 'program', 'originApp', 'satellite'])('refuses to set %s', (key) => {
    expect(() => Log({ [key]: 'a' })).toThrow(`Can't set '${key}' in log message`);
  });

  test('refuses messages that are no text', () => {
    for (const message of [1, { a: 1 }, ['a'], null, undefined, new Date(), () => 1, /a/]) {
      expect(() => Log({ message })).toThrow("'message' field in log objects must be a string");
    }
  });

  test('tells the file and line of the caller, at every level', () => {
    const lines = logged(() => {
      Log('a');
      Log.info('a');
      Log.error({ a: 1 });
    }, 3);
    for (const { file, line } of lines) {
      expect(file).toMatch(/^logging\.test\.(ts|js)$/);
      expect(line).toMatch(/^[0-9]+$/);
    }
    const details = Log._getCallerDetails();
    expect(details.file).toMatch(/^logging\.test\.(ts|js)$/);
  });

  test('debug prints nothing in production', () => {
    const { isProduction } = Meteor;
    Meteor.isProduction = true;
    try {
      expect(printedBy('log', () => Log.debug('message'))).toEqual([]);
    } finally {
      Meteor.isProduction = isProduction;
    }
  });

  test('_suppress drops lines', () => {
    Log._suppress(1);
    const printed = printedBy('log', () => {
      Log('dropped');
      Log('printed');
    });
    expect(printed).toHaveLength(1);
  });
});

describe('output', () => {
  test('is JSON on the server by default', () => {
    const [line] = printedBy('log', () => Log.warn({ message: 'message', a: 1 }));
    expect(Log.parse(String(line))).toMatchObject({ message: 'message', a: 1, level: 'warn' });
  });

  test('is text if asked for, with colors where the terminal has them', () => {
    Log.outputFormat = 'colored-text';
    try {
      const plain = withEnvironment({ FORCE_COLOR: undefined, NO_COLOR: '1' }, () =>
        printedBy('log', () => Log('text')),
      );
      expect(plain[0]).toMatch(/^I\d{8}-.* \(logging\.test\.[jt]s:\d+\) text$/);
      const colored = withEnvironment({ FORCE_COLOR: '1' }, () => printedBy('log', () => Log.error('text')));
      expect(colored[0]).toMatch(/m.*text.*\[39m$/);
    } finally {
      Log.outputFormat = 'json';
    }
  });

  test('of another kind is refused', () => {
    Log.outputFormat = 'xml' as 'json';
    try {
      expect(() => Log('a')).toThrow('Unknown logging output format: xml');
    } finally {
      Log.outputFormat = 'json';
    }
  });

  test('goes to the method of console in the browser', () => {
    inDevelopment(() => {
      for (const level of levels) {
        expect(String(printedBy(level, () => ClientLog[level]('text'))[0])).toMatch(/ text$/);
      }
    });
  });

  test('colors', () => {
    withEnvironment({ FORCE_COLOR: '1' }, () => {
      expect(colorize('a', 'redBright')).toBe('\u001b[91ma\u001b[39m');
      expect(colorize('a', 'nonsense')).toBe('a');
    });
    withEnvironment({ FORCE_COLOR: '0' }, () => expect(colorize('a', 'red')).toBe('a'));
  });
});

test('parse only takes lines that were logged', () => {
  const time = new Date(5);
  expect(Log.parse(`{"foo":"bar","time":${EJSON.stringify(time)}}`)).toEqual({ foo: 'bar', time });
  for (const line of ['message', '', '{"foo":"bar"}', '{"foo": not json}', '{"time":"no date"}', '{"time":null}']) {
    expect(Log.parse(line)).toBeNull();
  }
  expect(Log.parse(undefined as unknown as string)).toBeNull();
});

test('objFromText', () => {
  expect(Log.objFromText('line', { program: 'server' })).toMatchObject({
    message: 'line',
    level: 'info',
    timeInexact: true,
    program: 'server',
  });
});

describe('format', () => {
  const time = new Date(2012, 8, 8, 7, 6, 5, 4);
  const stamp = `20120908-07:06:05.004(${0 - new Date().getTimezoneOffset() / 60})`;
  const cases: [Partial<LogObject>, string][] = [
    [{ message: 'message' }, ' message'],
    [{ message: 'message', timeInexact: true }, '? message'],
    [{ foo1: 'bar1', foo2: 'bar2' }, ' {"foo1":"bar1","foo2":"bar2"}'],
    [{ message: 'message', foo: 'bar' }, ' message {"foo":"bar"}'],
    [
      { message: 'message', file: 'app.js', line: 42, app: 'myApp', originApp: 'proxy', program: 'server' },
      ' [myApp via proxy] (server:app.js:42) message',
    ],
    [{ message: 'message', stderr: true }, ' (STDERR) message'],
    [{ message: 'message', app: 'app', originApp: 'app' }, ' [app] message'],
    [{ message: 'message', file: 'app.js', line: 42 }, ' (app.js:42) message'],
    [{ message: 'message', satellite: 's' }, ' [s]message'],
  ];

  test.each(cases)('%j', (object, text) => {
    for (const level of levels) {
      expect(Log.format({ ...object, time, level })).toBe(`${level.charAt(0).toUpperCase()}${stamp}${text}`);
    }
  });

  test('needs a time, and info is the default level', () => {
    expect(() => Log.format({ message: 'a' } as unknown as LogObject)).toThrow("'time' must be a Date object");
    expect(Log.format({ time, message: 'a' })).toBe(`I${stamp} a`);
  });
});
