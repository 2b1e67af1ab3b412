import { Meteor } from '@bolide/meteor/meteor';
import { describe, expect, test } from 'vitest';
import { DDPCommon, readDDP, stringifyFields } from './index.js';

const { parseDDP, stringifyDDP, MethodInvocation, RandomStream, makeRpcSeed, Heartbeat } = DDPCommon;

function printing<T>(run: () => T): { result: T; lines: unknown[][] } {
  const original = Meteor._debug;
  const lines: unknown[][] = [];
  Meteor._debug = (...args) => {
    lines.push(args);
  };
  try {
    return { result: run(), lines };
  } finally {
    Meteor._debug = original;
  }
}

describe('parseDDP', () => {
  test('reads EJSON types in fields, params and result only', () => {
    expect(parseDDP('{"msg":"x","fields":{"d":{"$date":5}},"params":[{"$InfNaN":1}],"other":{"$date":5}}')).toEqual({
      msg: 'x',
      fields: { d: new Date(5) },
      params: [Number.POSITIVE_INFINITY],
      other: { $date: 5 },
    });
    expect(parseDDP('{"result":{"$date":5}}')).toEqual({ result: new Date(5) });
    expect(parseDDP('{"params":[{"\\u0024date":5}]}')).toEqual({ params: [new Date(5)] });
  });

  test('moves cleared into fields', () => {
    const message = parseDDP('{"msg":"changed","cleared":["a","b"],"fields":{"c":1}}');
    expect(Object.entries(message?.fields as object)).toEqual([
      ['c', 1],
      ['a', undefined],
      ['b', undefined],
    ]);
    expect(parseDDP('{"cleared":["a"]}')).toEqual({ fields: { a: undefined } });
    expect(() => parseDDP('{"cleared":"a"}')).toThrow(TypeError);
    expect(() => parseDDP('{"cleared":["a"],"fields":5}')).toThrow(TypeError);
  });

  test('gives null for what is no JSON object and prints a little of it', () => {
    for (const text of ['', '{', 'null', '5', '"x"', 'x'.repeat(10_000)]) {
      const { result, lines } = printing(() => parseDDP(text));
      expect(result).toBe(null);
      expect(lines).toHaveLength(1);
      expect(String(lines[0]?.[1]).length).toBeLessThan(300);
    }
    expect(readDDP('{')).toBe(undefined);
    expect(parseDDP('[]')).toEqual([]);
  });
});

describe('stringifyDDP', () => {
  test('writes EJSON types, cleared fields, and no empty fields', () => {
    const message = { msg: 'changed', id: 'a', fields: { d: new Date(5), gone: undefined, n: null } };
    expect(JSON.parse(stringifyDDP(message))).toEqual({
      msg: 'changed',
      id: 'a',
      fields: { d: { $date: 5 }, n: null },
      cleared: ['gone'],
    });
    expect(stringifyDDP({ msg: 'added', id: 'a', fields: {} })).toBe('{"msg":"added","id":"a"}');
    expect(stringifyDDP({ msg: 'method', params: [Number.NaN, undefined] })).toBe(
      '{"msg":"method","params":[{"$InfNaN":0},null]}',
    );
    expect(stringifyDDP({ msg: 'result', id: '1', result: undefined })).toBe('{"msg":"result","id":"1"}');
    expect(stringifyDDP({})).toBe('{}');
  });

  test('what it writes reads the same', () => {
    for (const fields of [
      { a: { $date: 5 }, b: [new Date(5), { c: new Uint8Array([1]) }] },
      { $date: 5 },
      { $type: 'x', $value: 1 },
      { 'key "quoted"': 'text "quoted"\n', gone: undefined },
      { $a: undefined, $b: 1 },
    ]) {
      expect(readDDP(stringifyDDP({ msg: 'x', fields }))?.fields).toEqual(fields);
    }
  });

  test('leaves the message as it is', () => {
    const fields = { d: new Date(5), gone: undefined };
    stringifyDDP({ msg: 'x', fields });
    expect(fields).toEqual({ d: new Date(5), gone: undefined });
  });

  test('refuses an id that is no string', () => {
    expect(() => stringifyDDP({ msg: 'x', id: 5 })).toThrow('Message id is not a string');
  });

  test('stringifyFields leaves out what JSON leaves out', () => {
    expect(stringifyFields({ f: () => {}, x: 1 })).toBe(',"fields":{"x":1}');
    expect(stringifyFields({})).toBe('');
  });
});

describe('MethodInvocation', () => {
  test('has defaults for what is not given', () => {
    const invocation = new MethodInvocation({});
    expect(invocation).toMatchObject({ isSimulation: false, userId: null, connection: null, randomSeed: null });
    invocation.unblock();
  });

  test('passes unblock and setUserId on; the latter not after the former', async () => {
    const calls: unknown[] = [];
    const invocation = new MethodInvocation({
      unblock: () => calls.push('unblock'),
      setUserId: (userId) => {
        calls.push(userId);
      },
    });
    await invocation.setUserId('user');
    expect(invocation.userId).toBe('user');
    invocation.unblock();
    await expect(invocation.setUserId('other')).rejects.toThrow(
      "Can't call setUserId in a method after calling unblock",
    );
    expect(calls).toEqual(['user', 'unblock']);
  });
});

describe('RandomStream', () => {
  test('the same seed gives the same values, per name', () => {
    const values = (seed: string) => {
      const scope = new MethodInvocation({ randomSeed: seed });
      const first = RandomStream.get(scope, 'a');
      return [first.id(), first.id(), RandomStream.get(scope).id(), RandomStream.get(scope, 'a').id()];
    };
    expect(values('s')).toEqual(values('s'));
    expect(values('s')).not.toEqual(values('t'));
    expect(new Set(values('s')).size).toBe(4);
  });

  test('without a scope or seed they are random', () => {
    expect(RandomStream.get(null).id()).not.toBe(RandomStream.get(null).id());
    expect(RandomStream.get(new MethodInvocation({})).id()).not.toBe(RandomStream.get(new MethodInvocation({})).id());
  });

  test('a seed may be a function', () => {
    const byFunction = new MethodInvocation({ randomSeed: () => 's' });
    const byValue = new MethodInvocation({ randomSeed: 's' });
    expect(RandomStream.get(byFunction, 'a').id()).toBe(RandomStream.get(byValue, 'a').id());
  });

  test('makeRpcSeed repeats itself inside of an invocation', () => {
    const seed = () => makeRpcSeed(new MethodInvocation({ randomSeed: 's' }), 'm');
    expect(seed()).toMatch(/^[0-9a-f]{20}$/);
    expect(seed()).toBe(seed());
    expect(makeRpcSeed(undefined, 'm')).not.toBe(makeRpcSeed(undefined, 'm'));
  });
});

describe('Heartbeat', () => {
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  function setUp(heartbeatTimeout: number, onPing = (_heartbeat: { messageReceived(): void }) => {}) {
    const calls: string[] = [];
    const heartbeat = new Heartbeat({
      heartbeatInterval: 2,
      heartbeatTimeout,
      sendPing: () => {
        calls.push('ping');
        onPing(heartbeat);
      },
      onTimeout: () => {
        calls.push('timeout');
        heartbeat.stop();
      },
    });
    heartbeat.start();
    return { heartbeat, calls };
  }

  test('pings once and gives up', async () => {
    const { calls } = setUp(10);
    await wait(100);
    expect(calls).toEqual(['ping', 'timeout']);
  });

  test('goes on as long as pings are answered', async () => {
    const { heartbeat, calls } = setUp(1000, (each) => setTimeout(() => each.messageReceived(), 1));
    await wait(100);
    heartbeat.stop();
    expect(calls.length).toBeGreaterThan(2);
    expect(new Set(calls)).toEqual(new Set(['ping']));
  });

  test('does nothing when stopped', async () => {
    const { heartbeat, calls } = setUp(1);
    heartbeat.stop();
    await wait(20);
    expect(calls).toEqual([]);
  });
});
