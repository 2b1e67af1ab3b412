import { currentMethodInvocation, type MethodInvocation, RandomStream } from '@bolide/meteor/ddp-common';
import { describe, expect, test } from 'vitest';
import { useBrowserInvocation } from './test-support/browser-invocation.js';
import { captureLog, createClient, createServerClient, settle } from './test-support/connect.js';
import { MemoryStore } from './test-support/memory-store.js';

const randomId = () => RandomStream.get(currentMethodInvocation.get(), '/collection/things').id();

describe('a synchronous stub of call', () => {
  useBrowserInvocation();

  test('runs before the method is sent, with an invocation of its own', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.setUserId('user');
    let invocation: MethodInvocation | undefined;
    connection.methods({
      method(this: MethodInvocation, argument: unknown) {
        invocation = this;
        expect(argument).toEqual({ a: 1 });
        expect(stream.sent).toEqual([]);
        expect(connection.isAsyncCall()).toBe(false);
        expect(currentMethodInvocation.get()).toBe(this);
        (argument as { a: number }).a = 2;
        this.unblock();
      },
    });
    connection.call('method', { a: 1 });
    expect(invocation).toMatchObject({ name: 'method', isSimulation: true, userId: 'user', connection: null });
    expect(currentMethodInvocation.get()).toBe(undefined);
    const frame = stream.takeOne();
    expect(frame).toEqual({ msg: 'method', id: '1', method: 'method', params: [{ a: 1 }] });
    await stream.answer(frame.id);
  });

  test('returns its value only if asked', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.methods({ method: () => 'from stub' });
    expect(connection.call('method')).toBe(undefined);
    expect(connection.apply('method', [], { returnStubValue: true })).toBe('from stub');
    expect(connection.apply('method', [], { returnStubValue: true }, () => {})).toBe('from stub');
  });

  test('its error is printed and the method sent, or thrown and the method not sent', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.methods({
      method() {
        throw new Error('from stub');
      },
    });
    const log = await captureLog(() => connection.call('method'));
    expect(log).toContain("Exception while simulating the effect of invoking 'method'");
    expect(stream.take()).toHaveLength(1);
    expect(() => connection.apply('method', [], { throwStubExceptions: true })).toThrow('from stub');
    expect(stream.take()).toEqual([]);
  });

  test('what it wrote is taken back if its error is thrown', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    connection.methods({
      method() {
        store.write('a', { from: 'stub' });
        throw new Error('from stub');
      },
    });
    expect(() => connection.apply('method', [], { throwStubExceptions: true })).toThrow('from stub');
    expect(store.contents).toEqual({});
    await stream.receive({ msg: 'added', collection: 'things', id: 'a', fields: { from: 'server' } });
    expect(store.contents).toEqual({ a: { _id: 'a', from: 'server' } });
  });

  test('calls of a stub run stubs only, and deliver to their callback at once', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    const calls: unknown[] = [];
    connection.methods({
      outer() {
        expect(connection.call('inner', 2)).toBe(4);
        expect(connection.call('unknown')).toBe(undefined);
        expect(() => connection.call('failing')).toThrow('inner error');
        connection.call('inner', 3, (error: unknown, result: unknown) => calls.push(error, result));
        connection.call('failing', (error: Error) => calls.push(error.message));
      },
      inner: (value: unknown) => (value as number) * 2,
      failing() {
        throw new Error('inner error');
      },
    });
    connection.apply('outer', [], { throwStubExceptions: true });
    expect(stream.take().map(({ method }) => method)).toEqual(['outer']);
    expect(calls).toEqual([undefined, 6, 'inner error']);
  });

  test('random values come from a seed that is sent, but only if they were asked for', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    let made: string[] = [];
    connection.methods({
      insert() {
        made = [randomId(), randomId()];
      },
      idle() {},
    });
    connection.call('insert');
    connection.call('idle');
    const [insert, idle] = stream.take();
    expect(insert?.randomSeed).toMatch(/^[0-9a-f]{20}$/);
    const sequence = RandomStream.get({ randomSeed: insert?.randomSeed as string }, '/collection/things');
    expect([sequence.id(), sequence.id()]).toEqual(made);
    expect(idle).not.toHaveProperty('randomSeed');
  });

  test('setUserId of the invocation sets that of the connection', async () => {
    const { connection } = createClient();
    connection.methods({
      login(this: MethodInvocation) {
        this.setUserId('me');
      },
    });
    connection.call('login');
    expect(connection.userId()).toBe('me');
  });

  test('an asynchronous one is reported', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.methods({
      async method() {
        throw new Error('late');
      },
    });
    const log = await captureLog(async () => {
      connection.call('method');
      await settle();
    });
    expect(log).toContain('Use callAsync');
    expect(log).toContain('late');
    expect(stream.take()).toHaveLength(1);
  });
});

describe.each([
  ['client', createClient],
  ['server', createServerClient],
])('an asynchronous stub of callAsync on the %s', (name, create) => {
  if (name === 'client') useBrowserInvocation();

  test('runs before the method is sent; the order of calls and subscriptions is kept', async () => {
    const { stream, connection } = create();
    await stream.connect();
    const log: string[] = [];
    const stub = (name: string) =>
      async function (this: MethodInvocation) {
        log.push(`${name} begins`);
        expect(connection.isAsyncCall()).toBe(true);
        await Promise.resolve();
        expect(currentMethodInvocation.get()).toBe(this);
        log.push(`${name} ends`);
      };
    connection.methods({ first: stub('first'), second: stub('second') });
    connection.callAsync('first');
    connection.callAsync('withoutStub');
    const handle = connection.subscribe('things');
    connection.callAsync('second');
    connection.call('synchronous', () => {});
    handle.stop();
    await settle();
    await settle();
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect(stream.take().map(({ msg, method }) => method ?? msg)).toEqual([
      'first',
      'withoutStub',
      'sub',
      'second',
      'synchronous',
      'unsub',
    ]);
    expect(currentMethodInvocation.get()).toBe(undefined);
    connection.close();
  });

  test('stubPromise, serverPromise and the promise itself', async () => {
    const { stream, connection } = create();
    await stream.connect();
    connection.methods({
      fine: async () => 'from stub',
      async failing() {
        throw new Error('from stub');
      },
    });
    const fine = connection.callAsync('fine');
    expect(await fine.stubPromise).toBe('from stub');
    await stream.answer(stream.takeOne().id, 'from server');
    expect(await fine).toBe('from server');
    expect(await fine.serverPromise).toBe('from server');

    const log = await captureLog(async () => {
      const failing = connection.callAsync('failing');
      await expect(failing.stubPromise).rejects.toThrow('from stub');
      await stream.answer(stream.takeOne().id, 'from server');
      expect(await failing).toBe('from server');
    });
    expect(log).toContain("Exception while simulating the effect of invoking 'failing'");
    expect(currentMethodInvocation.get()).toBe(undefined);

    const thrown = connection.applyAsync('failing', [], { throwStubExceptions: true });
    await expect(thrown).rejects.toThrow('from stub');
    expect(stream.take()).toEqual([]);
  });

  test('calls that it makes run stubs only', async () => {
    const { stream, connection } = create();
    await stream.connect();
    const log: unknown[] = [];
    connection.methods({
      async outer() {
        log.push(await connection.callAsync('inner', 2));
        log.push(await connection.callAsync('unknown'));
        log.push(await connection.callAsync('failing').catch((error: Error) => error.message));
        await connection.applyAsync('inner', [5], {}, (_error, result) => log.push(result));
        log.push(currentMethodInvocation.get()?.name);
      },
      inner: async (value: unknown) => (value as number) * 2,
      async failing() {
        throw new Error('inner error');
      },
    });
    await connection.applyAsync('outer', [], { throwStubExceptions: true }).stubPromise;
    expect(log).toEqual([4, undefined, 'inner error', 10, 'outer']);
    expect(stream.take().map(({ method }) => method)).toEqual(['outer']);
    await captureLog(() => connection.close());
  });

  test('returnStubValue', async () => {
    const { stream, connection } = create();
    await stream.connect();
    connection.methods({ method: async () => 'from stub' });
    const promise = connection.applyAsync('method', [], { returnStubValue: true, returnServerResultPromise: true });
    await promise.stubPromise;
    await stream.answer(stream.takeOne().id, 'from server');
    expect(await promise).toBe('from stub');
    expect(await promise.serverPromise).toBe('from server');
  });

  test('what it writes, and what the server sends meanwhile, are told apart', async () => {
    const { stream, connection } = create();
    await stream.connect();
    const store = new MemoryStore();
    connection.registerStoreClient('things', store);
    await stream.receive({ msg: 'added', collection: 'things', id: 'b', fields: { n: 1 } });
    let letGo: () => void = () => {};
    connection.methods({
      async method() {
        store.write('a', { from: 'stub' });
        await new Promise<void>((resolve) => (letGo = resolve));
        store.write('c', { from: 'stub' });
      },
    });
    const warn = console.warn;
    console.warn = () => {};
    const answer = connection.callAsync('method');
    await settle();
    // The stub is waiting. What comes now is the server's, and must survive the end of the method.
    await stream.receive({ msg: 'changed', collection: 'things', id: 'b', fields: { n: 2 } });
    letGo();
    await settle();
    console.warn = warn;
    expect(store.contents).toEqual({
      a: { _id: 'a', from: 'stub' },
      b: { _id: 'b', n: 2 },
      c: { _id: 'c', from: 'stub' },
    });
    const { id } = stream.takeOne();
    await stream.receive({ msg: 'added', collection: 'things', id: 'c', fields: { from: 'server' } });
    await stream.answer(id);
    await answer;
    expect(store.contents).toEqual({ b: { _id: 'b', n: 2 }, c: { _id: 'c', from: 'server' } });
  });
});

describe('on the client', () => {
  useBrowserInvocation();

  test('a stub that waits for something outside is reported', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    connection.methods({
      slow: () => settle(),
    });
    const warnings: string[] = [];
    const warn = console.warn;
    console.warn = (text: string) => warnings.push(text);
    await connection.callAsync('slow').stubPromise;
    console.warn = warn;
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('slow');
    connection.close();
  });
});
