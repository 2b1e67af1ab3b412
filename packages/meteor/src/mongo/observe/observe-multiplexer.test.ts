import { expect, test } from 'vitest';
import type { ObserveSink } from '../drivers/types.js';
import { ObserveMultiplexer } from './observe-multiplexer.js';

function setUp(ordered = false) {
  const state = { stopped: 0, ended: 0 };
  let sink!: ObserveSink;
  const multiplexer = new ObserveMultiplexer({
    ordered,
    start: async (given) => {
      sink = given;
      return { stop: () => state.stopped++ } as never;
    },
    onEnd: () => {
      state.ended += 1;
    },
  });
  const observe = (sharesFields = true) => {
    const log: unknown[] = [];
    const observer = multiplexer.addObserver(
      {
        [ordered ? 'addedBefore' : 'added']: (...args: unknown[]) => log.push(['added', ...args]),
        changed: (...args) => log.push(['changed', ...args]),
        removed: (...args) => log.push(['removed', ...args]),
      },
      { sharesFields },
    );
    return { log, observer };
  };
  return { state, sink, observe, multiplexer };
}

test('observers get the first results when they are complete, later ones get what they have become', async () => {
  const { sink, observe } = setUp();
  const first = observe();
  sink.added('a', { n: 1 });
  expect(first.log).toEqual([]);
  sink.ready();
  await first.observer.isReadyPromise;
  expect(first.log).toEqual([['added', 'a', { n: 1 }]]);
  sink.changed('a', { n: 2 });
  sink.added('b', { n: 3 });
  sink.removed('b');
  const late = observe();
  await late.observer.isReadyPromise;
  expect(late.log).toEqual([['added', 'a', { n: 2 }]]);
  expect(first.log).toHaveLength(4);
});

test('the last one who stops ends the driver', async () => {
  const { sink, observe, state } = setUp();
  const first = observe();
  const second = observe();
  sink.ready();
  first.observer.stop();
  first.observer.stop();
  sink.added('a', {});
  expect(first.log).toEqual([]);
  expect(state).toEqual({ stopped: 0, ended: 0 });
  second.observer.stop();
  await Promise.resolve();
  await Promise.resolve();
  expect(state).toEqual({ stopped: 1, ended: 1 });
});

test('those who may change what they get, get copies', () => {
  const { sink, observe } = setUp();
  const careless = observe(false);
  const careful = observe(true);
  sink.ready();
  const fields = { list: [1] };
  sink.added('a', fields);
  const given = (log: unknown[]) => (log[0] as unknown[])[2];
  expect(given(careful.log)).toBe(fields);
  expect(given(careless.log)).toEqual(fields);
  expect(given(careless.log)).not.toBe(fields);
});

test('an observer that takes its time gets one after the other, and a flush waits for it', async () => {
  const { sink, multiplexer } = setUp();
  const log: unknown[] = [];
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  multiplexer.addObserver(
    {
      added: async (id) => {
        log.push(id);
        await released;
      },
      removed: (id) => log.push(['removed', id]),
    },
    { sharesFields: true },
  );
  sink.ready();
  sink.added('a', {});
  sink.removed('a');
  let isFlushed = false;
  sink.onFlush(() => {
    isFlushed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(log).toEqual(['a']);
  expect(isFlushed).toBe(false);
  release();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(log).toEqual(['a', ['removed', 'a']]);
  expect(isFlushed).toBe(true);
});

test('a failure comes to all who wait', async () => {
  const { sink, observe, state } = setUp();
  const { observer } = observe();
  sink.fail(new Error('bad query'));
  await expect(observer.isReadyPromise).rejects.toThrow('bad query');
  expect(state.ended).toBe(1);
});

test('ordered results keep their order for those who come later', async () => {
  const { sink, observe } = setUp(true);
  sink.addedBefore('b', {}, null);
  sink.addedBefore('a', {}, 'b');
  sink.ready();
  sink.movedBefore('b', 'a');
  expect(observe().log).toEqual([
    ['added', 'b', {}, null],
    ['added', 'a', {}, null],
  ]);
});
