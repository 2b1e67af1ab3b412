import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Frame, TestDdp } from '../support/ddp.js';
import { probeBundle } from '../support/probe-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const isError = ({ msg }: Frame): boolean => msg === 'error';

/** What is no DDP message at all. */
const notMessages: readonly string[] = [
  '',
  'nonsense',
  '{"msg":"ping"',
  '{"msg":"ping"}{"msg":"ping"}',
  "{'msg':'ping'}",
  '\u0000',
  'null',
  'true',
  '5',
  '"ping"',
  '[]',
  '[{"msg":"ping"}]',
  '{}',
  '{"msg":null}',
  '{"msg":""}',
  `${'['.repeat(1000)}${']'.repeat(1000)}`,
  `{"msg":"method","id":"1","method":"echo","params":${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}}`,
];

/** Messages that only a session could answer, if they were right. */
const wrongMessages: readonly { readonly text: string; readonly reason: string }[] = [
  { text: '{"msg":"dance"}', reason: 'Bad request' },
  { text: '{"msg":5}', reason: 'Bad request' },
  { text: '{"msg":{"a":1}}', reason: 'Bad request' },
  { text: '{"msg":["method"]}', reason: 'Bad request' },
  { text: '{"msg":"__proto__"}', reason: 'Bad request' },
  { text: '{"msg":"constructor"}', reason: 'Bad request' },
  { text: '{"msg":"result","id":"1"}', reason: 'Bad request' },
  { text: '{"msg":"method"}', reason: 'Malformed method invocation' },
  { text: '{"msg":"method","id":1,"method":"echo"}', reason: 'Malformed method invocation' },
  { text: '{"msg":"method","id":"1","method":7}', reason: 'Malformed method invocation' },
  { text: '{"msg":"method","id":"1","method":["echo"]}', reason: 'Malformed method invocation' },
  { text: '{"msg":"method","id":"1","method":"echo","params":5}', reason: 'Malformed method invocation' },
  { text: '{"msg":"method","id":"1","method":"echo","params":{"length":1}}', reason: 'Malformed method invocation' },
  { text: '{"msg":"method","id":"1","method":"echo","randomSeed":1}', reason: 'Malformed method invocation' },
  { text: '{"msg":"sub"}', reason: 'Malformed subscription' },
  { text: '{"msg":"sub","id":"","name":"documents"}', reason: 'Malformed subscription' },
  { text: '{"msg":"sub","id":{"a":1},"name":"documents"}', reason: 'Malformed subscription' },
  { text: '{"msg":"sub","id":"1","name":null}', reason: 'Malformed subscription' },
  { text: '{"msg":"sub","id":"1","name":"documents","params":"all"}', reason: 'Malformed subscription' },
  { text: '{"msg":"unsub"}', reason: 'Malformed unsubscription' },
  { text: '{"msg":"unsub","id":[]}', reason: 'Malformed unsubscription' },
  { text: '{"msg":"connect","version":"1","support":["1"]}', reason: 'Already connected' },
];

/** What is JSON and no EJSON, or is meant for the insides of the server, and what an echo of it is; `undefined`: an error. */
const strangeValues: readonly { readonly value: string; readonly gives: unknown }[] = [
  { value: '{"__proto__":{"polluted":true}}', gives: {} },
  { value: '[{"__proto__":{"polluted":true},"a":{"__proto__":{"polluted":true}}}]', gives: [{ a: {} }] },
  {
    value: '{"constructor":{"prototype":{"polluted":true}}}',
    gives: { constructor: { prototype: { polluted: true } } },
  },
  {
    value: '{"toString":1,"hasOwnProperty":1,"valueOf":1,"then":1,"toJSON":1,"toJSONValue":1,"typeName":1}',
    gives: Object.fromEntries(
      ['toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', 'toJSONValue', 'typeName'].map((name) => [name, 1]),
    ),
  },
  { value: '{"$date":"tomorrow"}', gives: { $date: null } },
  { value: '{"$date":1e300}', gives: { $date: null } },
  { value: '{"$binary":"%%%"}', gives: undefined },
  { value: '{"$binary":5}', gives: undefined },
  { value: '{"$regexp":"(","$flags":"xyz"}', gives: undefined },
  { value: '{"$regexp":"(a+)+$","$flags":"g"}', gives: { $regexp: '(a+)+$', $flags: 'g' } },
  { value: '{"$type":"__proto__","$value":1}', gives: undefined },
  { value: '{"$type":"constructor","$value":1}', gives: undefined },
  { value: '{"$type":"nothing","$value":{"a":1}}', gives: undefined },
  { value: '{"$type":"oid","$value":"not hexadecimal"}', gives: undefined },
  { value: '{"$escape":{"$escape":{"$date":1}}}', gives: { $escape: { $escape: { $date: 1 } } } },
  { value: '{"$escape":5}', gives: undefined },
  { value: '1e999', gives: { $InfNaN: 1 } },
  { value: '123456789012345678901234567890', gives: 123456789012345680000000000000 },
  { value: '"\\ud800"', gives: '\ud800' },
  { value: `"${'long '.repeat(20_000)}"`, gives: 'long '.repeat(20_000) },
];

describe.each(runtimes)('DDP on $name, given messages that are wrong:', (runtime) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(probeBundle(), runtime);
  });
  afterAll(async () => {
    expect(await server?.stop()).toBe(0);
    expect(server.output).not.toMatch(/TypeError|RangeError|Unhandled|uncaught/i);
  });
  /** Whatever came before: the server lives, and its objects are what they were. */
  afterEach(async () => {
    const client = await TestDdp.connect(server.url);
    expect((await client.call('inherited')).result).toEqual([]);
    await client.close();
  });

  async function open(): Promise<TestDdp> {
    const client = new TestDdp(server.url);
    await once(client.socket, 'open');
    return client;
  }

  /** The session behind a connection can still do its work. */
  async function expectAlive(client: TestDdp): Promise<void> {
    expect((await client.call('echo', 'alive')).result).toBe('alive');
    await client.close();
  }

  test.each(notMessages)('before connect, %.60s', async (text) => {
    const client = await open();
    client.send(text);
    expect(await client.next(isError)).toMatchObject({ msg: 'error', reason: 'Bad request' });
    client.send({ msg: 'connect', version: '1', support: ['1'] });
    await client.next(({ msg }) => msg === 'connected');
    await client.close();
  });

  test.each(notMessages)('after connect, %.60s', async (text) => {
    const client = await TestDdp.connect(server.url);
    client.send(text);
    expect(await client.next(isError)).toMatchObject({ msg: 'error', reason: 'Bad request' });
    await expectAlive(client);
  });

  test.each(wrongMessages)('$text', async ({ text, reason }) => {
    const client = await TestDdp.connect(server.url);
    client.send(text);
    expect(await client.next(isError)).toEqual({ msg: 'error', reason, offendingMessage: JSON.parse(text) });
    await expectAlive(client);
  });

  test.each([
    { msg: 'method', id: '1', method: 'echo', params: [] },
    { msg: 'sub', id: '1', name: 'documents', params: [1] },
    { msg: 'unsub', id: '1' },
    { msg: 'ping' },
    { msg: 'pong' },
  ])('$msg before connect', async (message) => {
    const client = await open();
    client.send(message);
    expect(await client.next(isError)).toEqual({
      msg: 'error',
      reason: 'Must connect first',
      offendingMessage: message,
    });
    await client.close();
  });

  test.each([
    {},
    { version: 1, support: [1] },
    { version: '1' },
    { version: '1', support: '1' },
    { version: '1', support: [] },
    { version: '1', support: ['1', 2] },
    { version: '1', support: { 0: '1', length: 1 } },
    { version: '__proto__', support: ['__proto__'] },
  ])('a connect with %j is refused', async (offer) => {
    const client = await open();
    const closed = once(client.socket, 'close');
    client.send({ msg: 'connect', ...offer });
    expect(await client.next(({ msg }) => msg === 'failed')).toEqual({ msg: 'failed', version: '1' });
    await closed;
  });

  test.each(strangeValues)('the value $value', async ({ value, gives }) => {
    const client = await TestDdp.connect(server.url);
    client.send(`{"msg":"method","id":"1","method":"echo","params":[${value}]}`);
    const answer = await client.next(({ msg }) => msg === 'result' || msg === 'error');
    expect(answer).toEqual(
      gives === undefined ? { msg: 'error', reason: 'Parse error' } : { msg: 'result', id: '1', result: gives },
    );
    await expectAlive(client);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])('"%s" is no method', async (name) => {
    const client = await TestDdp.connect(server.url);
    expect((await client.call(name)).error).toMatchObject({ error: 404, reason: `Method '${name}' not found` });
    client.send({ msg: 'sub', id: 's', name, params: [] });
    expect(await client.next(({ msg }) => msg === 'nosub')).toMatchObject({ id: 's', error: { error: 404 } });
    await client.close();
  });

  test.each(['__proto__', 'constructor'])('"%s" is an id like any other', async (id) => {
    const client = await TestDdp.connect(server.url);
    client.send(JSON.stringify({ msg: 'method', id, method: 'echo', params: [1] }));
    expect(await client.next(({ msg }) => msg === 'result')).toEqual({ msg: 'result', id, result: 1 });
    client.send(JSON.stringify({ msg: 'sub', id, name: 'documents', params: [1] }));
    expect(await client.next(({ msg }) => msg === 'ready')).toEqual({ msg: 'ready', subs: [id] });
    client.send(JSON.stringify({ msg: 'unsub', id }));
    expect(await client.next(({ msg }) => msg === 'nosub')).toEqual({ msg: 'nosub', id });
    await client.close();
  });

  test('ending a subscription that there is not', async () => {
    const client = await TestDdp.connect(server.url);
    client.send({ msg: 'unsub', id: 'nothing' });
    expect(await client.next(({ msg }) => msg === 'nosub')).toEqual({ msg: 'nosub', id: 'nothing' });
    await expectAlive(client);
  });

  test('a subscription with an id that is in use changes nothing', async () => {
    const client = await TestDdp.connect(server.url);
    for (let i = 0; i < 2; i++) client.send({ msg: 'sub', id: 's', name: 'documents', params: [3] });
    expect((await client.call('echo', 1)).result).toBe(1);
    expect(client.frames.filter(({ msg }) => msg === 'added')).toHaveLength(3);
    await client.close();
  });

  test('more subscriptions than one connection may have', async () => {
    const client = await TestDdp.connect(server.url);
    for (let i = 0; i <= 1000; i++) client.send({ msg: 'sub', id: String(i), name: 'documents', params: [0] });
    expect(await client.next(({ msg }) => msg === 'nosub')).toMatchObject({
      id: '1000',
      error: { error: 'too-many-subscriptions' },
    });
    await expectAlive(client);
  });

  test('binary frames', async () => {
    const client = await TestDdp.connect(server.url);
    client.socket.send(Buffer.from('{"msg":"ping"}'));
    expect(await client.next(isError)).toMatchObject({ reason: 'Bad request' });
    client.socket.send(Buffer.alloc(0));
    await expectAlive(client);
  });

  test('a first message that is too big closes the connection', async () => {
    const client = await open();
    const closed = once(client.socket, 'close');
    client.send({ msg: 'connect', version: '1', support: ['1'], padding: 'x'.repeat(20_000) });
    expect((await closed)[0]).toBe(1009);
  });

  test('a message that is too big closes the connection; the largest does not', async () => {
    const client = await TestDdp.connect(server.url);
    const fits = 'x'.repeat(4 * 1024 * 1024 - 200);
    expect((await client.call('echo', fits)).result).toBe(fits);
    const closed = once(client.socket, 'close');
    client.send({ msg: 'method', id: 'big', method: 'echo', params: ['x'.repeat(4 * 1024 * 1024)] });
    expect((await closed)[0]).toBe(1009);
  });

  test('more messages than may wait close the connection', async () => {
    const client = await TestDdp.connect(server.url);
    const closed = once(client.socket, 'close');
    client.send({ msg: 'method', id: 'held', method: 'hold', params: [] });
    for (let i = 0; i < 100_010; i++) client.send(`{"msg":"method","id":"${i}","method":"echo","params":[]}`);
    expect((await closed)[0]).toBe(1008);
    server.process.kill('SIGUSR2');
  });

  test('pings are answered while a method holds the queue', async () => {
    const client = await TestDdp.connect(server.url);
    const held = client.call('hold', 'value');
    client.send({ msg: 'method', id: 'next', method: 'echo', params: [1] });
    client.send({ msg: 'ping', id: 'p' });
    await client.next(({ msg }) => msg === 'pong');
    expect(client.frames.filter(({ msg }) => msg === 'result')).toEqual([]);
    server.process.kill('SIGUSR2');
    expect((await held).result).toBe('value');
    await client.next(({ msg, id }) => msg === 'result' && id === 'next');
    await client.close();
  });

  test('errors of methods keep their secrets', async () => {
    const client = await TestDdp.connect(server.url);
    expect((await client.call('fail')).error).toMatchObject({ error: 500, reason: 'Internal server error' });
    expect(JSON.stringify(client.frames)).not.toContain('secret');
    await client.close();
  });
});
