import { Tracker } from '@bolide/meteor/tracker';
import { describe, expect, test } from 'vitest';
import { captureLog, createClient } from './test-support/connect.js';

describe('a subscription', () => {
  test('is sent, becomes ready, and ends', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    let ready = 0;
    const handle = connection.subscribe('things', 1, { two: 2 }, () => (ready += 1));
    expect(stream.take()).toEqual([{ msg: 'sub', id: handle.subscriptionId, name: 'things', params: [1, { two: 2 }] }]);
    expect(handle.ready()).toBe(false);
    const seen: boolean[] = [];
    const computation = Tracker.autorun(() => {
      seen.push(handle.ready());
    });
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    Tracker.flush();
    expect(ready).toBe(1);
    handle.stop();
    Tracker.flush();
    expect(seen).toEqual([false, true, false]);
    expect(stream.take()).toEqual([{ msg: 'unsub', id: handle.subscriptionId }]);
    computation.stop();
  });

  test('a second stop does nothing, also to a later subscription with the same name', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const stops: unknown[][] = [];
    const first = connection.subscribe('things', { onStop: (...args: unknown[]) => stops.push(args) });
    first.stop();
    const second = connection.subscribe('things');
    stream.take();
    first.stop();
    expect(stops).toEqual([[]]);
    expect(stream.take()).toEqual([]);
    await stream.receive({ msg: 'ready', subs: [second.subscriptionId] });
    expect(second.ready()).toBe(true);
  });

  test('ends with the error of the server', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const calls: [string, unknown][] = [];
    const handle = connection.subscribe('things', {
      onError: (error: unknown) => calls.push(['error', error]),
      onStop: (error: unknown) => calls.push(['stop', error]),
    });
    const error = { error: 'not-allowed', reason: 'no', details: 'really' };
    await stream.receive({ msg: 'nosub', id: handle.subscriptionId, error });
    expect(calls.map(([kind]) => kind)).toEqual(['error', 'stop']);
    for (const [, given] of calls) expect(given).toMatchObject({ ...error, errorType: 'Meteor.Error' });
    expect(handle.ready()).toBe(false);
    handle.stop();
    expect(calls).toHaveLength(2);
  });

  test('ends without an error when the publication stops', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const stops: unknown[][] = [];
    const handle = connection.subscribe('things', {
      onStop: (...args: unknown[]) => stops.push(args),
      onError: () => stops.push(['error']),
    });
    await stream.receive({ msg: 'nosub', id: handle.subscriptionId });
    expect(stops).toEqual([[]]);
  });

  test('keeps the arguments it was made with', async () => {
    const { stream, connection } = createClient();
    const argument = { a: 1 };
    connection.subscribe('things', argument);
    argument.a = 2;
    await stream.open();
    expect(stream.take()[1]).toMatchObject({ params: [{ a: 1 }] });
  });

  test('an object without callbacks is an argument', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.subscribe('things', { onReady: 'text' });
    expect(stream.takeOne().params).toEqual([{ onReady: 'text' }]);
  });

  test('an error in a callback is printed, and what follows is handled', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const first = connection.subscribe('first', () => {
      throw new Error('from onReady');
    });
    const second = connection.subscribe('second');
    const log = await captureLog(() =>
      stream.receive({ msg: 'ready', subs: [first.subscriptionId, second.subscriptionId] }),
    );
    expect(log).toContain('from onReady');
    expect(second.ready()).toBe(true);
  });

  test('needs a name', () => {
    const { connection } = createClient();
    expect(() => connection.subscribe(undefined as never)).toThrow('must be a string, not undefined');
  });

  test('is sent again on a new socket, if it has not been stopped', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const kept = connection.subscribe('kept');
    connection.subscribe('stopped').stop();
    await stream.drop();
    stream.take();
    await stream.open();
    expect(stream.take().slice(1)).toEqual([{ msg: 'sub', id: kept.subscriptionId, name: 'kept', params: [] }]);
  });

  test('stopped while there was no connection, it is stopped in a session that the server resumes', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const handle = connection.subscribe('things');
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    await stream.drop();
    handle.stop();
    stream.take();
    await stream.open();
    expect(stream.take().map(({ msg }) => msg)).toEqual(['connect']);
    await stream.receive({ msg: 'connected', session: 'one' });
    expect(stream.take()).toEqual([{ msg: 'unsub', id: handle.subscriptionId }]);
    await stream.receive({ msg: 'nosub', id: handle.subscriptionId });
    await stream.drop();
    await stream.connect('one');
    expect(stream.take()).toEqual([]);
  });

  test('stopped while there was no connection, it is unknown to a new session', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    connection.subscribe('things').stop();
    await stream.drop();
    await stream.connect('two');
    expect(stream.take()).toEqual([]);
  });
});

describe('a subscription made by a computation', () => {
  test('is taken over by the next run, and ended if that does not ask for it', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const dependency = new Tracker.Dependency();
    const calls: string[] = [];
    let run = 0;
    const computation = Tracker.autorun(() => {
      dependency.depend();
      run += 1;
      const mine = run;
      connection.subscribe('same', {
        onReady: () => calls.push(`ready ${mine}`),
        onStop: () => calls.push(`stop ${mine}`),
      });
      connection.subscribe('numbered', run);
    });
    const [same, first] = stream.take();
    expect(same).toMatchObject({ msg: 'sub', name: 'same' });

    dependency.changed();
    Tracker.flush();
    const [second, unsub] = stream.take();
    expect(second).toMatchObject({ msg: 'sub', name: 'numbered', params: [2] });
    expect(unsub).toEqual({ msg: 'unsub', id: first?.id });

    // The callbacks of the last run count.
    await stream.receive({ msg: 'ready', subs: [same?.id] });
    expect(calls).toEqual(['ready 2']);
    dependency.changed();
    Tracker.flush();
    expect(calls).toEqual(['ready 2', 'ready 3']);
    stream.take();

    computation.stop();
    Tracker.flush();
    expect(stream.take().map(({ msg }) => msg)).toEqual(['unsub', 'unsub']);
    expect(calls).toEqual(['ready 2', 'ready 3', 'stop 3']);
  });

  test('the same subscription asked for twice counts twice', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const dependency = new Tracker.Dependency();
    let times = 2;
    const computation = Tracker.autorun(() => {
      dependency.depend();
      for (let i = 0; i < times; i += 1) connection.subscribe('same');
    });
    expect(stream.take()).toHaveLength(2);
    times = 1;
    dependency.changed();
    Tracker.flush();
    expect(stream.take().map(({ msg }) => msg)).toEqual(['unsub']);
    computation.stop();
    Tracker.flush();
  });
});
