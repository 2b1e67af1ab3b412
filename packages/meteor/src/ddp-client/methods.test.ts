import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';
import { captureLog, createClient, createServerClient, settle } from './test-support/connect.js';

describe('callAsync', () => {
  test.each([
    ['client', createClient],
    ['server', createServerClient],
  ])('on the %s gives the answer, or the error', async (_name, create) => {
    const { stream, connection } = create();
    await stream.connect();
    const answer = connection.callAsync('add', 1, { b: new Date(5) });
    const frame = stream.takeOne();
    expect(frame).toEqual({ msg: 'method', id: '1', method: 'add', params: [1, { b: { $date: 5 } }] });
    await stream.answer(frame.id, { sum: { $date: 6 } });
    expect(await answer).toEqual({ sum: new Date(6) });

    const refused = connection.callAsync('refuse');
    const { id } = stream.takeOne();
    await stream.receive({ msg: 'result', id, error: { error: 'no', reason: 'why', details: 'more' } });
    await stream.receive({ msg: 'updated', methods: [id] });
    const error = await refused.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Meteor.Error);
    expect(error).toMatchObject({ error: 'no', reason: 'why', details: 'more' });
  });

  test('the answer waits for the word that the data are complete, in either order', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const log: string[] = [];
    connection.callAsync('first').then(() => log.push('first'));
    connection.callAsync('second').then(() => log.push('second'));
    const [first, second] = stream.take();
    await stream.receive({ msg: 'result', id: first?.id });
    await stream.receive({ msg: 'updated', methods: [second?.id] });
    await settle();
    expect(log).toEqual([]);
    await stream.receive({ msg: 'result', id: second?.id });
    await settle();
    expect(log).toEqual(['second']);
    await stream.receive({ msg: 'updated', methods: [first?.id] });
    await settle();
    expect(log).toEqual(['second', 'first']);
  });

  test('takes no callback', () => {
    const { connection } = createClient();
    expect(() => connection.callAsync('method', () => {})).toThrow('does not accept a callback');
  });

  test('sends what the arguments were, whatever becomes of them', async () => {
    const { stream, connection } = createClient();
    const argument = { a: 1 };
    connection.callAsync('method', argument);
    argument.a = 2;
    await stream.open();
    expect(stream.take()[1]?.params).toEqual([{ a: 1 }]);
  });
});

describe('call', () => {
  test('gives the answer to the callback', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const calls: unknown[][] = [];
    expect(connection.call('method', 1, (...args: unknown[]) => calls.push(args))).toBe(undefined);
    await stream.answer(stream.takeOne().id, 'fine');
    connection.call('method', (...args: unknown[]) => calls.push(args));
    const { id } = stream.takeOne();
    await stream.receive({ msg: 'updated', methods: [id] });
    await stream.receive({ msg: 'result', id, error: { error: 404 } });
    expect(calls[0]).toEqual([undefined, 'fine']);
    expect(calls[1]?.[0]).toMatchObject({ error: 404 });
  });

  test('on the client without a callback, an error is printed', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    expect(connection.call('method')).toBe(undefined);
    const { id } = stream.takeOne();
    const log = await captureLog(async () => {
      await stream.receive({ msg: 'result', id, error: { error: 'no', reason: 'why' } });
      await stream.receive({ msg: 'updated', methods: [id] });
    });
    expect(log).toContain("Error invoking Method 'method'");
    expect(log).toContain('why');
  });

  test('on the server without a callback, it returns a promise', async () => {
    const { stream, connection } = createServerClient();
    await stream.connect();
    const answer = connection.call('method');
    await stream.answer(stream.takeOne().id, 3);
    expect(await answer).toBe(3);
  });

  test('an error in the callback is printed, and the next method goes on', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.apply('first', [], { wait: true }, () => {
      throw new Error('from callback');
    });
    const second = connection.callAsync('second');
    const { id } = stream.takeOne();
    const log = await captureLog(() => stream.answer(id));
    expect(log).toContain('from callback');
    await stream.answer(stream.takeOne().id, 2);
    expect(await second).toBe(2);
  });
});

describe('apply', () => {
  test('takes options, a callback, or both', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const calls: unknown[] = [];
    connection.apply('one', [1], (_error, result) => calls.push(result));
    connection.apply('two', [2], {}, (_error, result) => calls.push(result));
    connection.apply('three', [3]);
    const frames = stream.take();
    expect(frames.map(({ method, params }) => [method, params])).toEqual([
      ['one', [1]],
      ['two', [2]],
      ['three', [3]],
    ]);
    for (const frame of frames) await stream.answer(frame.id, frame.method);
    expect(calls).toEqual(['one', 'two']);
  });

  test('onResultReceived gets the answer before the data are complete', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const log: unknown[] = [];
    connection.apply(
      'method',
      [],
      { onResultReceived: (error, result) => log.push(['received', error, result]) },
      (error, result) => log.push(['done', error, result]),
    );
    const { id } = stream.takeOne();
    await stream.receive({ msg: 'result', id, result: 1 });
    expect(log).toEqual([['received', undefined, 1]]);
    await stream.receive({ msg: 'updated', methods: [id] });
    expect(log).toEqual([
      ['received', undefined, 1],
      ['done', undefined, 1],
    ]);
  });

  test('a method with wait is alone under way', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const done: string[] = [];
    const call = (name: string, wait: boolean) => connection.apply(name, [], { wait }, () => done.push(name));
    call('a', false);
    call('b', false);
    call('c', true);
    call('d', true);
    call('e', false);
    call('f', false);
    const names = () => stream.take().map((frame) => `${frame.method} ${frame.id}`);
    expect(names()).toEqual(['a 1', 'b 2']);
    await stream.answer('1');
    expect(names()).toEqual([]);
    await stream.answer('2');
    expect(names()).toEqual(['c 3']);
    await stream.answer('3');
    expect(names()).toEqual(['d 4']);
    // The answer alone is not enough: the data must be there.
    await stream.receive({ msg: 'result', id: '4' });
    expect(names()).toEqual([]);
    await stream.receive({ msg: 'updated', methods: ['4'] });
    expect(names()).toEqual(['e 5', 'f 6']);
    await stream.answer('6');
    await stream.answer('5');
    expect(done).toEqual(['a', 'b', 'c', 'd', 'f', 'e']);
  });
});

describe('applyAsync on the client', () => {
  test('without options resolves at once; serverPromise has the answer', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const promise = connection.applyAsync('method', []);
    expect(await promise).toBe(undefined);
    expect(await promise.stubPromise).toBe(undefined);
    await stream.answer(stream.takeOne().id, 'fine');
    expect(await promise.serverPromise).toBe('fine');
  });

  test('with a callback it resolves when the stub has run', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const calls: unknown[] = [];
    await connection.applyAsync('method', [], {}, (_error, result) => calls.push(result));
    expect(calls).toEqual([]);
    await stream.answer(stream.takeOne().id, 'fine');
    expect(calls).toEqual(['fine']);
  });
});

describe('the end of a connection', () => {
  test('close ends all methods: with the answer if it is there, else with an error', async () => {
    const { stream, connection } = createServerClient();
    await stream.connect();
    const answered = connection.callAsync('answered');
    const open = connection.callAsync('open');
    const waiting = connection.applyAsync('waiting', [], { wait: true });
    const calls: unknown[] = [];
    connection.call('withCallback', (error: unknown) => calls.push(error));
    // Nobody waits for this one: it must not become an unhandled rejection.
    connection.callAsync('forgotten');
    await stream.receive({ msg: 'result', id: stream.take()[0]?.id, result: 1 });
    connection.close();
    expect(stream.disconnects).toEqual([{ _permanent: true }]);
    expect(await answered).toBe(1);
    const failed = { error: 'invocation-failed' };
    expect(await open.catch((error: unknown) => error)).toMatchObject(failed);
    expect(await waiting.catch((error: unknown) => error)).toMatchObject(failed);
    expect(calls).toMatchObject([failed]);
    expect(await connection.callAsync('later').catch((error: unknown) => error)).toMatchObject(failed);
    await settle();
    expect(connection._readyToMigrate()).toBe(true);
  });

  test('so does a lost connection that is not made again', async () => {
    const { stream, connection } = createServerClient();
    await stream.connect();
    const open = connection.callAsync('open');
    await stream.drop('failed');
    expect(await open.catch((error: unknown) => error)).toMatchObject({ error: 'invocation-failed' });
  });
});

describe('methods', () => {
  test('refuses what is no function, and a name that is taken', () => {
    const { connection } = createClient();
    connection.methods({ taken: () => {} });
    expect(() => connection.methods({ other: 5 as never })).toThrow("Method 'other' must be a function");
    expect(() => connection.methods({ taken: () => {} })).toThrow("A method named 'taken' is already defined");
    connection.methods({ constructor: () => {}, __proto__x: () => {} });
  });
});

describe('userId', () => {
  test('is reactive', async () => {
    const { connection } = createClient();
    const { Tracker } = await import('@bolide/meteor/tracker');
    const seen: unknown[] = [];
    const computation = Tracker.autorun(() => {
      seen.push(connection.userId());
    });
    connection.setUserId('u1');
    Tracker.flush();
    connection.setUserId('u1');
    Tracker.flush();
    connection.setUserId(null);
    Tracker.flush();
    expect(seen).toEqual([null, 'u1', null]);
    computation.stop();
  });
});
