import { describe, expect, test } from 'vitest';
import { reconnectHook } from './reconnect-hooks.js';
import { useBrowserInvocation } from './test-support/browser-invocation.js';
import { createClient, createServerClient, settle } from './test-support/connect.js';
import { asAsyncStore, MemoryStore } from './test-support/memory-store.js';

const added = (id: string, fields: object = {}) => ({ msg: 'added', collection: 'things', id, fields });
const names = (frames: Record<string, unknown>[]) => frames.map((frame) => frame.method ?? frame.name ?? frame.msg);

describe('a reconnect', () => {
  test.each([
    ['synchronous', createClient, (store: MemoryStore) => store],
    ['asynchronous', createServerClient, asAsyncStore],
  ])('shows the new state at once, when it is complete: %s store', async (_name, create, wrap) => {
    const { stream, connection } = create();
    await stream.connect('one');
    const store = new MemoryStore();
    await connection.registerStoreServer('things', wrap(store));
    let ready = 0;
    const handle = connection.subscribe('things', () => (ready += 1));
    await stream.receive(added('a', { n: 1 }));
    await stream.receive(added('b', { n: 1 }));
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    await stream.drop();
    expect(handle.ready()).toBe(true);

    await stream.connect('two');
    expect(connection._waitingForQuiescence()).toBe(true);
    await stream.receive(added('b', { n: 2 }));
    await stream.receive(added('c', { n: 2 }));
    expect(Object.keys(store.contents)).toEqual(['a', 'b']);
    store.log.length = 0;
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    expect(store.log).toEqual(['begin 2 reset', 'added b', 'added c', 'end']);
    expect(store.contents).toEqual({ b: { _id: 'b', n: 2 }, c: { _id: 'c', n: 2 } });
    expect(ready).toBe(1);
  });

  test('without subscriptions, forgets the data at once', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    await stream.receive(added('a'));
    await stream.drop();
    await stream.connect('two');
    expect(store.contents).toEqual({});
  });

  test('the first connection forgets nothing', async () => {
    const { stream, connection } = createClient();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    store.write('local', {});
    await stream.connect('one');
    expect(Object.keys(store.contents)).toEqual(['local']);
  });

  test('changes that waited to be applied are applied as those of the old session', async () => {
    const { stream, connection } = createClient({ bufferedWritesInterval: 100_000 });
    await stream.connect('one');
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    const handle = connection.subscribe('things');
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    await stream.receive(added('old'));
    await stream.drop();
    await stream.connect('two');
    await stream.receive(added('old'));
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    expect(store.log.filter((entry) => entry !== 'end')).toEqual([
      'begin 1',
      'added old',
      'begin 1 reset',
      'added old',
    ]);
  });

  test('a subscription that is refused, or stopped meanwhile, is not waited for', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    const handles = ['refused', 'stopped', 'kept'].map((name) => connection.subscribe(name));
    const ids = handles.map((handle) => handle.subscriptionId);
    await stream.receive({ msg: 'ready', subs: ids });
    await stream.drop();
    await stream.connect('two');
    await stream.receive(added('a'));
    await stream.receive({ msg: 'nosub', id: ids[0], error: { error: 403 } });
    await stream.receive({ msg: 'ready', subs: [ids[2]] });
    expect(store.contents).toEqual({});
    handles[1]?.stop();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(Object.keys(store.contents)).toEqual(['a']);
  });

  test('sends methods and subscriptions again, in that order; answered methods are not sent', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const done: unknown[] = [];
    connection.subscribe('things');
    connection.call('answered', (_error: unknown, result: unknown) => done.push(result));
    connection.call('open', (_error: unknown, result: unknown) => done.push(result));
    connection.apply('waiting', [], { wait: true });
    await stream.receive({ msg: 'result', id: '1', result: 'answer' });
    await stream.drop();
    stream.take();
    await stream.open();
    expect(names(stream.take())).toEqual(['connect', 'open', 'things']);
    expect(done).toEqual([]);
    await stream.receive({ msg: 'connected', session: 'two' });
    // Its data are as good as there when all the data of the new session are.
    await stream.answer('2', 'late');
    expect(done).toEqual(['answer', 'late']);
    expect(names(stream.take())).toEqual(['waiting']);
  });

  test('a document that a stub writes while the new data come in stays as the stub left it', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    connection.methods({ write: () => store.write('a', { n: 222 }) });
    const handle = connection.subscribe('things');
    await stream.receive(added('a', { n: 111 }));
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    await stream.drop();
    await stream.connect('two');
    connection.call('write');
    expect(store.contents).toEqual({ a: { _id: 'a', n: 222 } });
    await stream.receive(added('a', { n: 111 }));
    await stream.receive({ msg: 'ready', subs: [handle.subscriptionId] });
    expect(store.contents).toEqual({ a: { _id: 'a', n: 222 } });
    await stream.receive({ msg: 'changed', collection: 'things', id: 'a', fields: { n: 333 } });
    await stream.answer('1');
    expect(store.contents).toEqual({ a: { _id: 'a', n: 333 } });
  });
});

describe('a stub that is running when a new session begins', () => {
  useBrowserInvocation();

  test('does not bring back what the server no longer has', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    await stream.receive(added('a', { n: 1 }));
    let letGo: () => void = () => {};
    connection.methods({
      async write() {
        store.write('a', { n: 2 });
        await new Promise<void>((resolve) => (letGo = resolve));
      },
    });
    const warn = console.warn;
    console.warn = () => {};
    const answer = connection.callAsync('write');
    await settle();
    console.warn = warn;
    await stream.drop();
    await stream.connect('two');
    letGo();
    await settle();
    await stream.answer('1');
    await answer;
    expect(store.contents).toEqual({});
  });
});

describe('methods that onReconnect callbacks call', () => {
  function register(callback: () => void) {
    return reconnectHook.register(callback);
  }

  test('come first; without wait they join what was under way', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    connection.call('old', () => {});
    const hook = register(() => connection.call('fromHook', () => {}));
    connection.onReconnect = () => connection.call('fromProperty', () => {});
    await stream.drop();
    stream.take();
    await stream.open();
    hook.stop();
    hook.stop();
    expect(names(stream.take())).toEqual(['connect', 'fromProperty', 'fromHook', 'old']);
  });

  test('with wait, what was under way waits for them', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    connection.call('old', () => {});
    connection.apply('oldWait', [], { wait: true }, () => {});
    const hook = register(() => connection.apply('login', [], { wait: true }, () => {}));
    await stream.drop();
    stream.take();
    await stream.open();
    hook.stop();
    expect(names(stream.take())).toEqual(['connect', 'login']);
    await stream.receive({ msg: 'connected', session: 'two' });
    await stream.answer('3');
    expect(names(stream.take())).toEqual(['old']);
    await stream.answer('1');
    expect(names(stream.take())).toEqual(['oldWait']);
  });

  test('also if they have asynchronous stubs', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    connection.methods({ login: async () => {} });
    connection.call('old', () => {});
    connection.subscribe('things');
    const hook = register(() => void connection.applyAsync('login', [], { wait: true }));
    await stream.drop();
    stream.take();
    await stream.open();
    hook.stop();
    await settle();
    expect(names(stream.take())).toEqual(['connect', 'login', 'things']);
    await stream.answer('2');
    expect(names(stream.take())).toEqual(['old']);
  });

  test('an error in one does not keep the others', async () => {
    const { stream, connection } = createClient();
    const log = console.log;
    console.log = () => {};
    const hook = register(() => {
      throw new Error('from hook');
    });
    connection.call('old', () => {});
    await stream.open();
    console.log = log;
    hook.stop();
    expect(names(stream.take())).toEqual(['connect', 'old']);
  });
});

describe('noRetry', () => {
  const failed = { error: 'invocation-failed' };

  test('ends the method when the connection is lost, and the next block goes on', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const done: unknown[] = [];
    for (const name of ['a', 'b']) {
      connection.apply(name, [], { noRetry: true }, (error) => {
        done.push(error);
        connection.call('fromCallback', () => {});
      });
    }
    connection.apply('wait', [], { wait: true }, () => {});
    stream.take();
    await stream.drop();
    expect(done).toMatchObject([failed, failed]);
    await stream.open();
    expect(names(stream.take())).toEqual(['connect', 'wait']);
    await stream.receive({ msg: 'connected', session: 'two' });
    await stream.answer('3');
    expect(names(stream.take())).toEqual(['fromCallback', 'fromCallback']);
  });

  test('a socket that is replaced without a word counts as lost', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const done: unknown[] = [];
    connection.apply('a', [], { noRetry: true }, (error) => done.push(error));
    await stream.open();
    expect(done).toMatchObject([failed]);
  });

  test('a method that was never sent is sent', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    connection.apply('first', [], { wait: true }, () => {});
    connection.apply('second', [], { noRetry: true }, () => {});
    await stream.drop();
    stream.take();
    await stream.open();
    expect(names(stream.take())).toEqual(['connect', 'first']);
    await stream.receive({ msg: 'connected', session: 'two' });
    await stream.answer('1');
    expect(names(stream.take())).toEqual(['second']);
  });

  test('lost before the server has accepted the connection, it ends all the same', async () => {
    const { stream, connection } = createClient();
    await stream.open();
    const answer = connection.applyAsync('a', [], { noRetry: true, returnServerResultPromise: true });
    await stream.drop();
    expect(await answer.catch((error: unknown) => error)).toMatchObject(failed);
  });

  test.each([false, true])(
    'answered, but its data were lost: it ends with the answer (noRetry %s)',
    async (noRetry) => {
      const { stream, connection } = createClient();
      await stream.open();
      const answer = connection.applyAsync('a', [], { noRetry, returnServerResultPromise: true });
      await stream.receive({ msg: 'result', id: '1', result: 'fine' });
      await stream.drop();
      await stream.open();
      await stream.receive({ msg: 'connected', session: 'one' });
      expect(await answer).toBe('fine');
    },
  );

  test('its data came, but the answer was lost: it ends with the error', async () => {
    const { stream, connection } = createClient();
    await stream.connect('one');
    const answer = connection.applyAsync('a', [], { noRetry: true, returnServerResultPromise: true });
    const next = connection.applyAsync('b', [], { wait: true, returnServerResultPromise: true });
    await stream.receive({ msg: 'updated', methods: ['1'] });
    await stream.connect('two');
    expect(await answer.catch((error: unknown) => error)).toMatchObject(failed);
    await stream.answer('2', 'fine');
    expect(await next).toBe('fine');
  });
});
