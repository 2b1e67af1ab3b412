import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { enable } from './enable.js';
import { decode, encode } from './wire.js';

class FakeProcess extends EventEmitter {
  other: FakeProcess | undefined;
  send(message: object, callback?: (error: Error | null) => void) {
    const copy = JSON.parse(JSON.stringify(message));
    setImmediate(() => this.other?.emit('message', copy));
    callback?.(null);
  }
}

function connected() {
  const [a, b] = [new FakeProcess(), new FakeProcess()];
  a.other = b;
  b.other = a;
  return { parent: enable(a), child: enable(b) };
}

const failure = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('no error'),
    (error) => error,
  );

describe('messages between processes', () => {
  test('go both ways, and the answers of all callbacks come back in order', async () => {
    const { parent, child } = connected();
    child.onMessage('topic', (value) => (value as number) + 111);
    child.onMessage('topic', async (value) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return value;
    });
    parent.onMessage('back', (value) => [value]);
    expect(await parent.sendMessage('topic', 123)).toEqual([234, 123]);
    expect(await child.sendMessage('back', 'x')).toEqual([['x']]);
    expect(await parent.sendMessage('nobody')).toEqual([]);
  });

  test('an error of a callback rejects, with its properties', async () => {
    const { parent, child } = connected();
    child.onMessage('risky', () => {
      throw Object.assign(new TypeError('expected'), { code: 'E' });
    });
    await expect(parent.sendMessage('risky')).rejects.toMatchObject({
      message: 'expected',
      name: 'TypeError',
      code: 'E',
    });
    child.onMessage('rejects', () => Promise.reject('text'));
    expect(await parent.sendMessage('rejects').catch((error) => error)).toBe('text');
  });

  test('messages of one topic are handled one after the other', async () => {
    const { parent, child } = connected();
    const log: unknown[] = [];
    child.onMessage('slow', async (value) => {
      log.push(`${value} starts`);
      await new Promise((resolve) => setTimeout(resolve, 3));
      log.push(`${value} ends`);
    });
    await Promise.all([parent.sendMessage('slow', 1), parent.sendMessage('slow', 2)]);
    expect(log).toEqual(['1 starts', '1 ends', '2 starts', '2 ends']);
  });

  test('the end of the other process rejects what is under way and what comes later', async () => {
    const { parent, child } = connected();
    child.onMessage('never', () => new Promise(() => {}));
    const sent = parent.sendMessage('never');
    setTimeout(() => parent.emit('exit', 1, null), 5);
    // Not `expect(…).rejects`: Bun's keeps the timer above from running.
    expect((await failure(sent)).message).toBe('process exited');
    expect((await failure(parent.sendMessage('later'))).message).toBe('process exited');
  });

  test('enabling again changes nothing; foreign messages are ignored', () => {
    const { parent } = connected();
    const { sendMessage } = parent;
    expect(enable(parent).sendMessage).toBe(sendMessage);
    for (const message of [null, 'text', { type: 'other' }, { type: 'METEOR_IPC_RESPONSE', responseId: 'x' }]) {
      expect(() => parent.emit('message', message)).not.toThrow();
    }
  });
});

describe('the wire format', () => {
  const values: unknown[] = [
    [1, 'a', null, true, undefined, Number.NaN, Number.NEGATIVE_INFINITY, -0, 12n],
    { date: new Date(5), pattern: /a"b/gi, bytes: new Uint8Array([0, 255]), '': {} },
    new Map<unknown, unknown>([[{ a: 1 }, new Set([1, [2]])]]),
    { error: 1, o: 2, a: [{ map: [] }], undefined: 3 },
    undefined,
  ];

  test('values come back as they were', () => {
    for (const value of values) expect(decode(encode(value))).toEqual(value);
    expect((decode(encode(new Date(Number.NaN))) as Date).getTime()).toBe(Number.NaN);
  });

  test('shared and circular references', () => {
    const shared = { x: 1 };
    const value: Record<string, unknown> = { a: shared, b: [shared] };
    value.self = value;
    const map = new Map<unknown, unknown>();
    map.set(map, new Set([map]));
    value.map = map;
    const copy = decode(encode(value)) as typeof value;
    expect(copy.self).toBe(copy);
    expect((copy.b as unknown[])[0]).toBe(copy.a);
    const [[key, set]] = [...(copy.map as typeof map)] as [[unknown, Set<unknown>]];
    expect(key).toBe(copy.map);
    expect(set.has(copy.map)).toBe(true);
  });

  test('__proto__ is a property, and broken text is an error', () => {
    const copy = decode(encode(JSON.parse('{"__proto__":{"x":1}}'))) as object;
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.hasOwn(copy, '__proto__')).toBe(true);
    for (const text of ['', '{}', '[]', '[{"a":[7]}]']) expect(() => decode(text)).toThrow();
  });
});
