import { EmitterPromise, global, Meteor, meteorEnv } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';

test('flags of the server', () => {
  expect(Meteor).toMatchObject({
    isServer: true,
    isClient: false,
    isCordova: false,
    isModern: true,
    isFibersDisabled: true,
  });
  expect(Meteor.isProduction).toBe(!Meteor.isDevelopment);
  expect(meteorEnv.NODE_ENV).toBeTruthy();
  expect(global).toBe(globalThis);
  expect(typeof Meteor.settings.public).toBe('object');
});

test('startup after boot calls at once', () => {
  let called = 0;
  Meteor.startup(() => called++);
  expect(called).toBe(1);
});

describe('Meteor.Error', () => {
  test('carries its parts, and the message is made of them', () => {
    const error = new Meteor.Error('not-found', 'No such thing', 'details');
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(Meteor.Error);
    expect(error).toMatchObject({
      error: 'not-found',
      reason: 'No such thing',
      details: 'details',
      message: 'No such thing [not-found]',
      errorType: 'Meteor.Error',
      isClientSafe: true,
    });
    expect(String(error)).toBe('Error: No such thing [not-found]');
    expect(error.stack).toContain('No such thing [not-found]');
    expect(error.stack).toContain('meteor.test');
    expect(new Meteor.Error(404).message).toBe('[404]');
  });

  test('clone', () => {
    const error = new Meteor.Error('a', 'b', 'c');
    const copy = error.clone();
    expect(copy).not.toBe(error);
    expect(copy).toBeInstanceOf(Meteor.Error);
    expect({ ...copy }).toEqual({ ...error });
  });

  test('subclasses, with class and the old way', () => {
    class Mine extends Meteor.Error {}
    expect(new Mine('x')).toBeInstanceOf(Mine);
    const Typed = Meteor.makeErrorType('Typed', function (message: string) {
      this.message = message;
    });
    const typed = new Typed('hello');
    expect(typed).toMatchObject({ errorType: 'Typed', message: 'hello' });
    expect(typed).toBeInstanceOf(Error);
    expect(typed).not.toBeInstanceOf(Meteor.Error);
  });
});

describe('absoluteUrl', () => {
  const rootUrl = 'http://example.com';
  test.each([
    [['foo', { rootUrl }], 'http://example.com/foo'],
    [['/foo', { rootUrl }], 'http://example.com/foo'],
    [['//foo', { rootUrl }], 'http://example.com/foo'],
    [['', { rootUrl }], 'http://example.com/'],
    [[{ rootUrl }], 'http://example.com/'],
    [['foo', { rootUrl: 'http://example.com/app' }], 'http://example.com/app/foo'],
    [['foo', { rootUrl: 'example.com' }], 'http://example.com/foo'],
    [['foo', { rootUrl, secure: true }], 'https://example.com/foo'],
    [['foo', { rootUrl: 'https://example.com', secure: false }], 'https://example.com/foo'],
    [['foo', { rootUrl: 'http://localhost:3000', secure: true }], 'http://localhost:3000/foo'],
    [['foo', { rootUrl: 'http://127.0.0.1', secure: true }], 'http://127.0.0.1/foo'],
    [['foo', { rootUrl: 'http://localhost.example.com', secure: true }], 'https://localhost.example.com/foo'],
    [['foo', { rootUrl: 'http://localhost:3000', replaceLocalhost: true }], 'http://127.0.0.1:3000/foo'],
    [['foo', { rootUrl: 'http://localhost', replaceLocalhost: true }], 'http://127.0.0.1/foo'],
    [['foo', { rootUrl, replaceLocalhost: true }], 'http://example.com/foo'],
  ])('%j', (args, url) => {
    expect((Meteor.absoluteUrl as (...args: unknown[]) => string)(...args)).toBe(url);
  });

  test('the defaults can be changed by packages', () => {
    const before = { ...Meteor.absoluteUrl.defaultOptions };
    Meteor.absoluteUrl.defaultOptions.rootUrl = 'http://default.example.com';
    Meteor.absoluteUrl.defaultOptions.secure = true;
    expect(Meteor.absoluteUrl('x')).toBe('https://default.example.com/x');
    expect(Meteor.absoluteUrl('x', { secure: false })).toBe('http://default.example.com/x');
    Meteor.absoluteUrl.defaultOptions = before;
  });

  test('no root URL at all', () => {
    expect(() => Meteor.absoluteUrl('x', { rootUrl: '' })).toThrow('Must pass options.rootUrl or set ROOT_URL');
  });
});

test('_get, _ensure, _delete, _inherits, _escapeRegExp', () => {
  const object: Record<string, unknown> = {};
  Meteor._ensure(object, 'a', 'b').c = 1;
  Meteor._ensure(object, 'a', 'n').d = 2;
  expect(object).toEqual({ a: { b: { c: 1 }, n: { d: 2 } } });
  expect(Meteor._get(object, 'a', 'b', 'c')).toBe(1);
  expect(Meteor._get(object, 'x', 'b')).toBe(undefined);

  const left = (tree: object, ...keys: string[]) => {
    Meteor._delete(tree, ...keys);
    return tree;
  };
  expect(left({}, 'a', 'b')).toEqual({});
  expect(left({ a: { b: {}, n: {} } }, 'a', 'b', 'c')).toEqual({ a: { n: {} } });
  expect(left({ a: { b: {} }, n: {} }, 'a', 'b', 'c')).toEqual({ n: {} });
  expect(left({ a: { b: 99 } }, 'a', 'b', 'c', 'd')).toEqual({});
  expect(left({ a: { b: { c: { d: 9 } }, x: 1 } }, 'a', 'b', 'c', 'd')).toEqual({ a: { x: 1 } });
  expect(left({ a: 1, b: 2 }, 'a')).toEqual({ b: 2 });

  function Parent() {}
  Parent.shared = true;
  Parent.prototype.inherited = true;
  function Child() {}
  Meteor._inherits(Child, Parent);
  expect([Meteor._get(Child, 'shared'), Meteor._get(Child, '__super__')]).toEqual([true, Parent.prototype]);
  expect(Child.prototype.inherited).toBe(true);
  expect(new RegExp(`^${Meteor._escapeRegExp('a.b*(c)')}$`).test('a.b*(c)')).toBe(true);
});

describe('promisify and wrapAsync', () => {
  const add = function (
    this: { base: number } | undefined,
    a: number,
    b: number,
    callback: (...args: unknown[]) => void,
  ) {
    setTimeout(() => callback(null, a + b + (this?.base ?? 0)), 0);
  };

  test('promisify keeps this, leaves out undefined arguments, and knows callbacks without errors', async () => {
    const object = { base: 5, add: Meteor.promisify(add) };
    expect(await object.add(1, 2)).toBe(8);
    expect(await Meteor.promisify(add, { base: 10 })(1, 2)).toBe(13);
    expect(await object.add(1, 2, undefined)).toBe(8);
    const fail = Meteor.promisify((callback: (error: Error) => void) => callback(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    const resultFirst = Meteor.promisify((callback: (result: string) => void) => callback('yes'), undefined, false);
    expect(await resultFirst()).toBe('yes');
  });

  test('wrapAsync binds the callback, which may be followed by undefined', async () => {
    const variable = new Meteor.EnvironmentVariable<number>();
    const wrapped = Meteor.wrapAsync(add, { base: 1 });
    const seen = await new Promise((resolve) =>
      variable.withValue(7, () =>
        wrapped(1, 2, (_error: unknown, sum: number) => resolve([sum, variable.get()]), undefined),
      ),
    );
    expect(seen).toEqual([4, 7]);
  });
});

describe('queues', () => {
  test('asynchronous: in order, one at a time, later than now; errors do not stop it', async () => {
    const queue = new Meteor._AsynchronousQueue();
    const log: unknown[] = [];
    queue.queueTask(async () => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      log.push(1);
      queue.queueTask(() => log.push('queued by 1'));
    });
    queue.queueTask(() => {
      Meteor._suppress_log(1);
      throw new Error('printed');
    });
    const run = queue.runTask(() => log.push(2));
    expect(log).toEqual([]);
    await run;
    expect(log).toEqual([1, 2]);
    await expect(queue.runTask(() => Promise.reject(new Error('given')))).rejects.toThrow('given');
    await queue.drain();
    expect(log).toEqual([1, 2, 'queued by 1']);
    expect(Meteor._suppressed_log_expected()).toBe(false);
  });

  test('tasks keep the environment of those who add them', async () => {
    const variable = new Meteor.EnvironmentVariable<number>();
    const queue = new Meteor._AsynchronousQueue();
    const seen: unknown[] = [];
    variable.withValue(1, () => queue.queueTask(() => seen.push(variable.get())));
    await variable.withValue(2, () => queue.runTask(() => seen.push(variable.get())));
    await queue.runTask(() => seen.push(variable.get()));
    expect(seen).toEqual([1, 2, undefined]);
  });

  test('without order: at the same time', async () => {
    const queue = new Meteor._AsynchronousQueue({ orderMatters: false });
    let running = 0;
    let most = 0;
    for (let i = 0; i < 5; i++) {
      queue.queueTask(async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 2));
        running--;
      });
    }
    await queue.drain();
    expect(most).toBe(5);
  });

  test('unyielding: synchronous, and refuses promises and nesting', () => {
    const queue = new Meteor._UnyieldingQueue();
    const log: unknown[] = [];
    queue.queueTask(() => log.push(1));
    queue.runTask(() => log.push(2));
    expect(log).toEqual([1, 2]);
    expect(() => queue.runTask(async () => {})).toThrow('_noYieldsAllowed');
    expect(() => queue.runTask(() => queue.runTask(() => {}))).toThrow('Could not synchronously run a task');
    queue.queueTask(() => log.push(3));
    queue.drain();
    expect(log).toEqual([1, 2, 3]);
  });

  test('a double-ended queue keeps the order over many elements', () => {
    const queue = new Meteor._DoubleEndedQueue<number>();
    const out: (number | undefined)[] = [];
    for (let i = 0; i < 5000; i++) {
      queue.push(i);
      if (i % 3 > 0) out.push(queue.shift());
    }
    while (!queue.isEmpty()) out.push(queue.shift());
    expect(out).toEqual(Array.from({ length: 5000 }, (_, i) => i));
    expect(queue.shift()).toBe(undefined);
    expect(queue.length).toBe(0);
  });
});

describe('timers', () => {
  test('run bound, and their errors are printed', async () => {
    const variable = new Meteor.EnvironmentVariable<number>();
    const seen = await variable.withValue(4, () =>
      Promise.all([
        new Promise((resolve) => Meteor.setTimeout(() => resolve(variable.get()), 1)),
        new Promise((resolve) => Meteor.defer(() => resolve(variable.get()))),
        new Promise((resolve) => {
          const id = Meteor.setInterval(() => {
            Meteor.clearInterval(id);
            resolve(variable.get());
          }, 1);
        }),
      ]),
    );
    expect(seen).toEqual([4, 4, 4]);
    Meteor.clearTimeout(undefined);
    Meteor._suppress_log(1);
    await new Promise<void>((resolve) => {
      Meteor.defer(() => {
        setTimeout(resolve, 1);
        throw new Error('printed');
      });
    });
    expect(Meteor._suppressed_log_expected()).toBe(false);
  });

  test('deferrable', async () => {
    const environment = Meteor.isDevelopment ? 'development' : 'production';
    const other = Meteor.isDevelopment ? 'production' : 'development';
    expect(Meteor.deferrable(() => 5, { on: [other] })).toBe(5);
    let ran = false;
    const deferred = Meteor.deferrable(
      () => {
        ran = true;
        return 5;
      },
      { on: [environment] },
    );
    expect([deferred, ran]).toEqual([undefined, false]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ran).toBe(true);
    expect(() => Meteor.deferrable(() => 1, { on: 'production' as never })).toThrow('must be an array');
  });
});

test('_noYieldsAllowed refuses promises', () => {
  expect(Meteor._noYieldsAllowed(() => 4)).toBe(4);
  expect(() => Meteor._noYieldsAllowed(async () => {})).toThrow('_noYieldsAllowed');
});

test('EmitterPromise', async () => {
  const { emitter, promise } = EmitterPromise.newPromiseResolver<string>();
  emitter.emit('data', 'hello');
  expect(await promise).toBe('hello');
  expect(emitter.listenerCount('data') + emitter.listenerCount('error')).toBe(0);
  const failing = EmitterPromise.newPromiseResolver({ timeout: 1 });
  await expect(failing.promise).rejects.toThrow('EmitterPromise timeout: 1ms.');
});

test('_debug prints around what cannot be printed', () => {
  const original = console.log;
  const lines: string[] = [];
  console.log = (...args: unknown[]) => {
    lines.push(args.map(String).join(' '));
  };
  const unprintable = {
    toString() {
      throw new Error('again');
    },
  };
  try {
    Meteor._debug('before', unprintable, 'after');
  } finally {
    console.log = original;
  }
  expect(lines).toEqual(['before (a value that throws when it is looked at) after']);
});
