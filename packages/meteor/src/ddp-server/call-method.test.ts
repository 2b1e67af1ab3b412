import { describe, expect, test } from 'vitest';
import { Server } from './meteor-server.js';
import { logged, ProtocolClient, settle, until } from './test-support/protocol-client.js';

function setUp() {
  const server = new Server({ heartbeatInterval: 0 });
  const client = ProtocolClient.connected(server);
  return { server, client };
}

describe('methods that the server calls', () => {
  test('by all four names, with and without a callback', async () => {
    const { server } = setUp();
    server.methods({
      async add(a: number, b: number) {
        return a + b;
      },
      addNow: (a: number, b: number) => a + b,
    });
    expect(await server.callAsync('add', 1, 2)).toBe(3);
    expect(await server.applyAsync('addNow', [1, 2])).toBe(3);
    expect(await server.call('add', 1, 2)).toBe(3);
    expect(await server.apply('add', [1, 2], {})).toBe(3);
    expect(await server.callAsync('add', { returnStubValue: true }, 1, 2)).toBe(3);
    const results: unknown[] = [];
    const callback = (...args: unknown[]) => results.push(args);
    expect(server.call('add', 1, 2, callback)).toBe(undefined);
    server.apply('add', [1, 2], callback);
    server.apply('add', [1, 2], {}, callback);
    await settle();
    expect(results).toEqual(Array(3).fill([undefined, 3]));
  });

  test('fail with what they throw, unsanitized', async () => {
    const { server } = setUp();
    server.methods({
      fail() {
        throw new TypeError('inner');
      },
    });
    await expect(server.callAsync('fail')).rejects.toThrow('inner');
    await expect(server.callAsync('missing')).rejects.toMatchObject({
      error: 404,
      reason: "Method 'missing' not found",
    });
    await expect(server.callAsync('constructor')).rejects.toMatchObject({ error: 404 });
    const errors: unknown[] = [];
    server.call('fail', (error: Error) => errors.push(error.message));
    await settle();
    expect(errors).toEqual(['inner']);
  });

  test('an error in the callback is printed', async () => {
    const { server } = setUp();
    server.methods({ nothing: () => {} });
    const lines = await logged(async () => {
      server.call('nothing', () => {
        throw new Error('in callback');
      });
      await settle();
    });
    expect(lines.join()).toContain('in callback');
  });

  test('share nothing with the caller', async () => {
    const { server } = setUp();
    const kept = { list: [1] };
    server.methods({
      keep(value: { list: number[] }) {
        value.list.push(2);
        return kept;
      },
    });
    const argument = { list: [0] };
    const result = await server.callAsync('keep', argument);
    expect(argument).toEqual({ list: [0] });
    expect(result).toEqual(kept);
    expect(result).not.toBe(kept);
  });

  test('alone have no user, no connection and no setUserId', async () => {
    const { server } = setUp();
    const seen: unknown[] = [];
    server.methods({
      look() {
        seen.push(this.userId, this.connection, this.isSimulation, this.randomSeed);
      },
      login() {
        return this.setUserId('x');
      },
    });
    await server.callAsync('look');
    expect(seen).toEqual([null, null, false, null]);
    await expect(server.callAsync('login')).rejects.toThrow("Can't call setUserId on a server initiated method call");
  });

  test('inside a method have its user, connection and seed', async () => {
    const { server, client } = setUp();
    const seeds: unknown[] = [];
    server.methods({
      async outer() {
        await this.setUserId('u');
        await settle(1);
        return server.callAsync('inner');
      },
      inner() {
        seeds.push(this.randomSeed);
        return [this.userId, this.connection?.id, server.isAsyncCall()];
      },
    });
    for (const id of ['1', '2']) client.send({ msg: 'method', id, method: 'outer', randomSeed: 'seed' });
    await until(() => client.host.sent.length === 4);
    const results = client.take().filter(({ msg }) => msg === 'result');
    expect(results[0]?.result).toEqual(['u', client.session.id, true]);
    expect(seeds[0]).toMatch(/^[0-9a-f]{20}$/);
    expect(seeds[0]).toBe(seeds[1]);
  });

  test('inside a method can set its user', async () => {
    const { server, client } = setUp();
    server.methods({
      outer: () => server.callAsync('login'),
      login() {
        return this.setUserId('u');
      },
    });
    client.method('1', 'outer');
    await settle();
    expect(client.session.userId).toBe('u');
  });

  test('inside a publish function have its user and connection', async () => {
    const { server, client } = setUp();
    const seen: unknown[] = [];
    server.methods({
      look() {
        seen.push(this.userId, this.connection?.id);
      },
    });
    server.publish('p', async () => {
      await settle(1);
      await server.callAsync('look');
    });
    client.sub('1', 'p');
    await until(() => seen.length > 0);
    expect(seen).toEqual([null, client.session.id]);
  });

  test('isAsyncCall tells callAsync from the others', async () => {
    const { server } = setUp();
    server.methods({ how: () => server.isAsyncCall() });
    expect(await server.callAsync('how')).toBe(true);
    expect(await server.call('how')).toBe(false);
    expect(server.isAsyncCall()).toBe(false);
  });
});

test('methods must be functions with names that are free', () => {
  const { server } = setUp();
  server.methods({ a: () => {} });
  expect(() => server.methods({ a: () => {} })).toThrow("A method named 'a' is already defined");
  expect(() => server.methods({ b: 5 as never })).toThrow("Method 'b' must be a function");
});
