import { Package } from '@bolide/meteor/core-runtime';
import { currentMethodInvocation, DDPCommon, type DDPMessage } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';
import { Server } from '../meteor-server.js';
import { deferred, logged, ProtocolClient, settle, until } from '../test-support/protocol-client.js';
import { getCurrentFence } from '../write-fence/current-fence.js';

function setUp(methods: Parameters<Server['methods']>[0]) {
  const server = new Server({ heartbeatInterval: 0 });
  server.methods(methods);
  return { server, client: ProtocolClient.connected(server) };
}

/** Messages in short: `result 1`. */
function summary(messages: readonly DDPMessage[]): string[] {
  return messages.map((message) => `${message.msg} ${message.id ?? (message.methods as string[])[0]}`);
}

describe('results', () => {
  test('come at once from a synchronous method, then `updated`', () => {
    const { client } = setUp({ add: (a: number, b: number) => a + b });
    client.method('1', 'add', 2, 3);
    expect(client.take()).toEqual([
      { msg: 'result', id: '1', result: 5 },
      { msg: 'updated', methods: ['1'] },
    ]);
  });

  test('come later from an asynchronous one', async () => {
    const { client } = setUp({
      async add(a: number, b: number) {
        await settle(1);
        return a + b;
      },
    });
    client.method('1', 'add', 2, 3);
    expect(client.take()).toEqual([]);
    await until(() => client.host.sent.length > 0);
    expect(client.take()).toEqual([
      { msg: 'result', id: '1', result: 5 },
      { msg: 'updated', methods: ['1'] },
    ]);
  });

  test('carry EJSON both ways', () => {
    const received: unknown[] = [];
    const { client } = setUp({
      types(...values: unknown[]) {
        received.push(...values);
        return { date: new Date(5), bytes: new Uint8Array([1, 2]), none: null, infinite: Number.POSITIVE_INFINITY };
      },
    });
    client.method('1', 'types', { $date: 7 }, [{ $binary: 'AQI=' }], { $escape: { $date: 1 } });
    expect(received).toEqual([new Date(7), [new Uint8Array([1, 2])], { $date: 1 }]);
    expect(client.take()[0]).toEqual({
      msg: 'result',
      id: '1',
      result: { date: { $date: 5 }, bytes: { $binary: 'AQI=' }, none: null, infinite: { $InfNaN: 1 } },
    });
  });

  test('without a value have no `result`; null has', () => {
    const { client } = setUp({ nothing: () => undefined, none: () => null, text: () => '' });
    client.method('1', 'nothing');
    client.method('2', 'none');
    client.method('3', 'text');
    const results = client.take().filter((message) => message.msg === 'result');
    expect(results).toEqual([
      { msg: 'result', id: '1' },
      { msg: 'result', id: '2', result: null },
      { msg: 'result', id: '3', result: '' },
    ]);
  });

  test('that cannot be written are an internal error', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const { client } = setUp({ circular: () => circular, big: () => 5n });
    const lines = await logged(() => {
      client.method('1', 'circular');
      client.method('2', 'big');
    });
    const messages = client.take();
    expect(summary(messages)).toEqual(['result 1', 'updated 1', 'result 2', 'updated 2']);
    expect(messages[0]?.error).toMatchObject({ error: 500 });
    expect(lines.join()).toContain("while invoking method 'circular'");
  });

  test('of the same id twice come twice', () => {
    const { client } = setUp({ echo: (value: unknown) => value });
    client.method('1', 'echo', 'a');
    client.method('1', 'echo', 'b');
    const results = client.take().filter((message) => message.msg === 'result');
    expect(results.map((message) => message.result)).toEqual(['a', 'b']);
  });

  test('of a thenable that is no promise', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what this is about
    const thenable = { then: (resolve: (value: number) => void) => resolve(5) };
    const { client } = setUp({ odd: () => thenable });
    client.method('1', 'odd');
    await settle();
    expect(client.take()[0]).toEqual({ msg: 'result', id: '1', result: 5 });
    const throwing = {
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what this is about
      then() {
        throw new Meteor.Error('thrown');
      },
    };
    const other = setUp({ odd: () => throwing }).client;
    other.method('1', 'odd');
    await settle();
    expect(other.take()[0]?.error).toMatchObject({ error: 'thrown' });
  });
});

describe('errors', () => {
  async function errorOf(handler: () => unknown) {
    const { client } = setUp({ fail: handler });
    const lines = await logged(async () => {
      client.method('1', 'fail');
      await settle();
    });
    const messages = client.take();
    expect(summary(messages)).toEqual(['result 1', 'updated 1']);
    return { error: messages[0]?.error, lines };
  }

  test('an unknown method is 404', () => {
    const { client } = setUp({});
    for (const name of ['missing', 'constructor', '__proto__', 'toString']) {
      client.method('1', name);
      expect(client.take()).toEqual([
        {
          msg: 'result',
          id: '1',
          error: {
            isClientSafe: true,
            error: 404,
            reason: `Method '${name}' not found`,
            message: `Method '${name}' not found [404]`,
            errorType: 'Meteor.Error',
          },
        },
        { msg: 'updated', methods: ['1'] },
      ]);
    }
  });

  test('a Meteor.Error goes to the client as it is, unlogged', async () => {
    const expected = {
      isClientSafe: true,
      error: 'code',
      reason: 'A reason',
      details: 'details',
      message: 'A reason [code]',
      errorType: 'Meteor.Error',
    };
    const fail = () => {
      throw new Meteor.Error('code', 'A reason', 'details');
    };
    expect(await errorOf(fail)).toEqual({ error: expected, lines: [] });
    expect(await errorOf(async () => fail())).toEqual({ error: expected, lines: [] });
  });

  test('another class can be client-safe too', async () => {
    const { error } = await errorOf(() => {
      throw Object.assign(new Error('said'), { isClientSafe: true, error: 'x', reason: 'y' });
    });
    expect(error).toEqual({ isClientSafe: true, error: 'x', reason: 'y', message: 'said', errorType: 'Meteor.Error' });
  });

  test('all others become 500 and are logged', async () => {
    const internal = {
      isClientSafe: true,
      error: 500,
      reason: 'Internal server error',
      message: 'Internal server error [500]',
      errorType: 'Meteor.Error',
    };
    for (const thrown of [new Error('secret'), 'secret', { some: 'secret' }, null, undefined, 0]) {
      const { error, lines } = await errorOf(() => {
        throw thrown;
      });
      expect(error).toEqual(internal);
      expect(lines.join()).toContain("Exception while invoking method 'fail'");
    }
    const rejected = await errorOf(() => Promise.reject(new Error('secret')));
    expect(rejected.error).toEqual(internal);
    expect(rejected.lines.join()).toContain('secret');
  });

  test('a sanitizedError takes the place of the error, which is logged', async () => {
    const { error, lines } = await errorOf(() => {
      throw Object.assign(new Error('secret'), { sanitizedError: new Meteor.Error(400, 'Match failed') });
    });
    expect(error).toMatchObject({ error: 400, reason: 'Match failed' });
    expect(lines.join()).toContain('secret');
    const unsafe = await errorOf(() => {
      throw Object.assign(new Error('secret'), { sanitizedError: new Error('also secret') });
    });
    expect(unsafe.error).toMatchObject({ error: 500 });
  });

  test('marked as expected are not logged', async () => {
    const { lines } = await errorOf(() => {
      throw Object.assign(new Error(), { _expectedByTest: true });
    });
    expect(lines).toEqual([]);
  });

  test('details that cannot be written do not stop the session', async () => {
    const details: Record<string, unknown> = {};
    details.self = details;
    const { error } = await errorOf(() => {
      throw new Meteor.Error('code', 'reason', details as never);
    });
    expect(error).toMatchObject({ error: 'code', reason: 'reason' });
  });

  test('that throw whenever they are looked at are an internal error', async () => {
    const fail = (): never => {
      throw new Error('secret of a getter');
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const unwritable: Record<string, unknown> = { isClientSafe: true };
    unwritable.error = unwritable;
    const thrown: readonly object[] = [
      Object.defineProperty(new Meteor.Error('code'), 'message', { get: fail }),
      Object.defineProperty(new Error(), 'stack', { get: fail }),
      Object.defineProperty(new Error(), 'sanitizedError', { get: fail }),
      new Proxy({}, { get: fail }),
      revoked.proxy,
      unwritable,
    ];
    for (const each of thrown) {
      const throws = () => {
        throw each;
      };
      expect((await errorOf(throws)).error).toMatchObject({ error: 500, reason: 'Internal server error' });
      expect((await errorOf(async () => throws())).error).toMatchObject({ error: 500 });
    }
  });

  test('of a result that throws when it is looked at', async () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect((await errorOf(() => revoked.proxy)).error).toMatchObject({ error: 500 });
  });
});

describe('order', () => {
  test('a method waits for the one before, in the order they came', async () => {
    const gate = deferred();
    const begun: string[] = [];
    const { client } = setUp({
      async wait(name: string) {
        begun.push(name);
        await gate.promise;
        return name;
      },
      now(name: string) {
        begun.push(name);
        return name;
      },
    });
    client.method('1', 'wait', 'a');
    client.method('2', 'now', 'b');
    client.method('3', 'now', 'c');
    expect(begun).toEqual(['a']);
    gate.resolve();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    expect(summary(client.take())).toEqual(['result 1', 'updated 1', 'result 2', 'updated 2', 'result 3', 'updated 3']);
  });

  test('unblock lets the next begin, in the synchronous part and later', async () => {
    const gate = deferred();
    const begun: string[] = [];
    const { client } = setUp({
      async early() {
        this.unblock();
        this.unblock();
        begun.push('early');
        await gate.promise;
      },
      async late() {
        begun.push('late');
        await settle(1);
        this.unblock();
        await gate.promise;
      },
      now: () => {
        begun.push('now');
      },
    });
    client.method('1', 'early');
    client.method('2', 'late');
    client.method('3', 'now');
    client.method('4', 'now');
    expect(begun).toEqual(['early', 'late']);
    await until(() => begun.length === 4);
    expect(begun).toEqual(['early', 'late', 'now', 'now']);
    expect(summary(client.take())).toEqual(['result 3', 'updated 3', 'result 4', 'updated 4']);
    gate.resolve();
    await settle();
    expect(summary(client.take())).toEqual(['result 1', 'updated 1', 'result 2', 'updated 2']);
  });

  test('a client that does not take its answers has no further message handled until it does', async () => {
    const { client } = setUp({ long: () => 'x'.repeat(100_000), short: () => 1 });
    client.method('1', 'long');
    expect(summary(client.take())).toEqual(['result 1', 'updated 1']);
    client.host.bufferedAmount = 2_000_000;
    for (const id of ['2', '3', '4']) client.method(id, id === '4' ? 'short' : 'long');
    client.send({ msg: 'ping', id: 'p' });
    expect(summary(client.take())).toEqual(['result 2', 'updated 2', 'pong p']);
    await settle();
    expect(client.take()).toEqual([]);
    client.host.bufferedAmount = 0;
    client.drain();
    expect(summary(client.take())).toEqual(['result 3', 'updated 3', 'result 4', 'updated 4']);
  });

  test('a client whose answers are taken at the end of the turn waits no longer', async () => {
    const { client } = setUp({ long: () => 'x'.repeat(100_000) });
    client.host.bufferedAmount = 2_000_000;
    for (const id of ['1', '2']) client.method(id, 'long');
    expect(summary(client.take())).toEqual(['result 1', 'updated 1']);
    client.host.bufferedAmount = 0;
    await settle();
    expect(summary(client.take())).toEqual(['result 2', 'updated 2']);
  });

  test('a client that keeps the server busy leaves others their turn', async () => {
    const order: string[] = [];
    const { server, client } = setUp({
      busy(id: string) {
        order.push(id);
        const end = performance.now() + 20;
        while (performance.now() < end);
      },
      quick: () => order.push('quick'),
    });
    const other = ProtocolClient.connected(server);
    setImmediate(() => other.method('1', 'quick'));
    for (let i = 1; i <= 12; i++) client.method(String(i), 'busy', String(i));
    await until(() => order.length === 13);
    expect(order.indexOf('quick')).toBeLessThan(12);
    expect(order.filter((id) => id !== 'quick')).toEqual(Array.from({ length: 12 }, (_, i) => String(i + 1)));
    expect(summary(client.take()).filter((line) => line.startsWith('result'))).toHaveLength(12);
  });

  test('thousands of methods that unblock at once', async () => {
    let count = 0;
    const { client } = setUp({
      async slow() {
        await settle(1);
      },
      count() {
        this.unblock();
        count++;
      },
    });
    client.method('0', 'slow');
    for (let i = 1; i <= 5000; i++) client.method(String(i), 'count');
    await until(() => count === 5000);
    expect(client.take()).toHaveLength(10_002);
  });

  test('sessions do not wait for each other', () => {
    const { server, client } = setUp({ wait: () => new Promise(() => {}), now: () => 'now' });
    client.method('1', 'wait');
    const other = ProtocolClient.connected(server);
    other.method('1', 'now');
    expect(summary(other.take())).toEqual(['result 1', 'updated 1']);
  });

  test('nothing is sent for a client that has gone', async () => {
    const gate = deferred();
    const begun: string[] = [];
    const { client } = setUp({
      async wait() {
        await gate.promise;
        return 'late';
      },
      next: () => {
        begun.push('next');
      },
    });
    client.method('1', 'wait');
    client.method('2', 'next');
    client.disconnect();
    gate.resolve();
    await settle();
    expect(client.take()).toEqual([]);
    expect(begun).toEqual([]);
  });
});

describe('invocation', () => {
  test('`this` tells about the call', () => {
    let seen: Record<string, unknown> = {};
    const { client } = setUp({
      look() {
        const { name, isSimulation, userId, connection, randomSeed } = this;
        seen = { name, isSimulation, userId, connection, randomSeed };
        seen.isInvocation = this instanceof DDPCommon.MethodInvocation;
        seen.isCurrent = currentMethodInvocation.get() === this;
      },
    });
    client.send({ msg: 'method', id: '1', method: 'look', randomSeed: 'seed' });
    expect(seen).toEqual({
      name: 'look',
      isSimulation: false,
      userId: null,
      connection: client.session.connectionHandle,
      randomSeed: 'seed',
      isInvocation: true,
      isCurrent: true,
    });
    expect(currentMethodInvocation.get()).toBe(undefined);
  });

  test('is there after awaits and in parallel calls, and not in the next message', async () => {
    const seen: unknown[] = [];
    const { client } = setUp({
      async look(name: string) {
        await settle(1);
        this.unblock();
        await settle(1);
        seen.push([name, currentMethodInvocation.get() === this]);
      },
    });
    for (const name of ['a', 'b', 'c']) client.method(name, 'look', name);
    await until(() => seen.length === 3);
    expect(seen).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
  });

  test('a message that unblock lets go first sees nothing of the method that called it', async () => {
    const variable = new Meteor.EnvironmentVariable<string>();
    const seen: unknown[] = [];
    const { client } = setUp({
      async outer() {
        await settle(1);
        variable.withValue('of outer', () => this.unblock());
      },
      next() {
        seen.push(variable.get());
      },
    });
    client.method('1', 'outer');
    client.method('2', 'next');
    await until(() => seen.length > 0);
    expect(seen).toEqual([undefined]);
  });

  test('setUserId lasts for the session, and is refused after unblock', async () => {
    const { server, client } = setUp({
      async login(id: string) {
        await this.setUserId(id);
        return this.userId;
      },
      who() {
        return this.userId;
      },
      async late() {
        this.unblock();
        await this.setUserId('x');
      },
      async wrong() {
        await this.setUserId(5 as never);
      },
    });
    client.method('1', 'login', 'user');
    client.method('2', 'who');
    await settle();
    const results = client.take().filter((message) => message.msg === 'result');
    expect(results.map((message) => message.result)).toEqual(['user', 'user']);
    const lines = await logged(async () => {
      client.method('3', 'late');
      client.method('4', 'wrong');
      await settle();
    });
    expect(lines.join()).toContain("Can't call setUserId in a method after calling unblock");
    expect(lines.join()).toContain('setUserId must be called on string or null, not number');
    const other = ProtocolClient.connected(server);
    other.method('1', 'who');
    expect(other.take()[0]?.result).toBe(null);
  });
});

describe('write fence', () => {
  test('`updated` waits for the writes, `result` and the next method do not', async () => {
    const write = { committed: () => {} } as { committed(): void };
    const { client } = setUp({
      write() {
        Object.assign(write, getCurrentFence()?.beginWrite());
        return 'written';
      },
      next: () => 'next',
    });
    client.method('1', 'write');
    client.method('2', 'next');
    expect(summary(client.take())).toEqual(['result 1', 'result 2', 'updated 2']);
    write.committed();
    expect(summary(client.take())).toEqual(['updated 1']);
  });

  test('callbacks before it fires may take time and write; the next method waits for them', async () => {
    const gate = deferred();
    const { client } = setUp({
      async write() {
        await settle(1);
        getCurrentFence()?.onBeforeFire(async () => {
          await gate.promise;
        });
      },
      next: () => 'next',
    });
    client.method('1', 'write');
    client.method('2', 'next');
    await until(() => client.host.sent.length > 0);
    expect(summary(client.take())).toEqual(['result 1']);
    gate.resolve();
    await settle();
    expect(summary(client.take())).toEqual(['updated 1', 'result 2', 'updated 2']);
  });

  test('that the method itself has armed fires once', async () => {
    const { client } = setUp({
      async arm() {
        const fence = getCurrentFence();
        await Meteor._runFresh(() => fence?.arm());
        return 'armed';
      },
    });
    client.method('1', 'arm');
    await settle();
    expect(summary(client.take())).toEqual(['updated 1', 'result 1']);
  });

  test('writes of code that outlives the method go past it', () => {
    let invocation: { fence: unknown } = { fence: undefined };
    const { client } = setUp({
      leave() {
        invocation = this;
      },
    });
    client.method('1', 'leave');
    expect(summary(client.take())).toEqual(['result 1', 'updated 1']);
    const fence = invocation.fence as { beginWrite(): { committed(): void } };
    fence.beginWrite().committed();
    expect(client.take()).toEqual([]);
  });

  test('a method called by a method shares its fence', () => {
    const fences: unknown[] = [];
    const { server, client } = setUp({
      outer() {
        fences.push(getCurrentFence());
        server.call('inner');
      },
      inner() {
        fences.push(getCurrentFence());
      },
    });
    client.method('1', 'outer');
    expect(fences[0]).toBe(fences[1]);
    expect(fences[0]).not.toBe(undefined);
  });
});

describe('weak packages', () => {
  test('a rate limiter can refuse', () => {
    const { client } = setUp({ echo: (value: unknown) => value });
    const inputs: unknown[] = [];
    Package['ddp-rate-limiter'] = {
      DDPRateLimiter: {
        _increment: (input: unknown) => inputs.push(input),
        _check: () => ({ allowed: inputs.length < 2, timeToReset: 100 }),
        getErrorMessage: () => 'Slow down',
      },
    };
    try {
      client.method('1', 'echo', 'a');
      client.method('2', 'echo', 'b');
    } finally {
      delete Package['ddp-rate-limiter'];
    }
    const messages = client.take();
    expect(summary(messages)).toEqual(['result 1', 'updated 1', 'result 2', 'updated 2']);
    expect(messages[2]?.error).toMatchObject({
      error: 'too-many-requests',
      reason: 'Slow down',
      details: { timeToReset: 100 },
    });
    expect(inputs[0]).toEqual({
      userId: null,
      clientAddress: '127.0.0.1',
      type: 'method',
      name: 'echo',
      connectionId: client.session.id,
    });
  });

  test('a rate limiter that fails is an internal error', async () => {
    const { client } = setUp({ echo: (value: unknown) => value });
    Package['ddp-rate-limiter'] = {
      DDPRateLimiter: {
        _increment() {
          throw new Error('of a rule');
        },
      },
    };
    try {
      await logged(() => client.method('1', 'echo', 'a'));
    } finally {
      delete Package['ddp-rate-limiter'];
    }
    expect(client.take()[0]?.error).toMatchObject({ error: 500 });
  });

  test('audit-argument-checks finds unchecked arguments', async () => {
    const { client } = setUp({ unchecked: (value: unknown) => value });
    Package['audit-argument-checks'] = {};
    try {
      await logged(() => client.method('1', 'unchecked', 'a'));
    } finally {
      delete Package['audit-argument-checks'];
    }
    expect(client.take()[0]?.error).toMatchObject({ error: 500 });
  });
});
