import { describe, expect, test } from 'vitest';
import { calculateVersion, Server } from './meteor-server.js';
import { deferred, logged, ProtocolClient, settle, until } from './test-support/protocol-client.js';

const noHeartbeat = { heartbeatInterval: 0 };

describe('connect', () => {
  test('answers with a session', () => {
    const server = new Server(noHeartbeat);
    const client = new ProtocolClient(server);
    client.send({ msg: 'connect', version: '1', support: ['1'] });
    const [connected] = client.take();
    expect(connected).toEqual({ msg: 'connected', session: client.session.id });
    expect(server.sessions.get(client.session.id)).toBe(client.session);
    client.disconnect();
    expect(server.sessions.size).toBe(0);
  });

  test('names the better version of the two sides and closes', () => {
    for (const [support, version, answer] of [
      [['pre2', '1'], '1', 'pre2'],
      [['9'], '9', '1'],
      [['9', 'pre1', '1'], '1', 'pre1'],
    ] as const) {
      const client = new ProtocolClient(new Server(noHeartbeat));
      client.send({ msg: 'connect', version, support });
      expect(client.take()).toEqual([{ msg: 'failed', version: answer }]);
      expect(client.host.isOpen).toBe(false);
    }
  });

  test('refuses a connect without proper versions', () => {
    for (const message of [
      {},
      { version: 1, support: [1] },
      { version: '1', support: '1' },
      { version: '1', support: [] },
      { version: '1', support: ['1', 2] },
    ]) {
      const client = new ProtocolClient(new Server(noHeartbeat));
      client.send({ msg: 'connect', ...message });
      expect(client.take()).toEqual([{ msg: 'failed', version: '1' }]);
      expect(client.host.isOpen).toBe(false);
    }
  });

  test('a second connect is an error and leaves the session', () => {
    const client = ProtocolClient.connected(new Server(noHeartbeat));
    const { session } = client;
    const again = { msg: 'connect', version: '1', support: ['1'] };
    client.send(again);
    expect(client.take()).toEqual([{ msg: 'error', reason: 'Already connected', offendingMessage: again }]);
    expect(client.session).toBe(session);
    client.send({ msg: 'ping' });
    expect(client.take()).toEqual([{ msg: 'pong' }]);
  });

  test('a client that does not connect in time is closed', async () => {
    const server = new Server(noHeartbeat, { connectTimeout: 1 });
    const late = new ProtocolClient(server);
    const connected = ProtocolClient.connected(server);
    await until(() => !late.host.isOpen);
    expect(connected.host.isOpen).toBe(true);
  });

  test('calculateVersion follows the order of the client', () => {
    expect(calculateVersion(['a', 'b', 'c'], ['c', 'b'])).toBe('b');
    expect(calculateVersion(['a'], ['c', 'b'])).toBe('c');
  });
});

describe('malformed messages', () => {
  const server = new Server(noHeartbeat);
  server.methods({ echo: (value: unknown) => value });

  test('get an error and leave the connection in order', () => {
    const client = ProtocolClient.connected(server);
    const bad = (text: string, offendingMessage?: unknown) => {
      client.send(text);
      const expected = { msg: 'error', reason: 'Bad request' };
      expect(client.take()).toEqual([offendingMessage === undefined ? expected : { ...expected, offendingMessage }]);
    };
    bad('');
    bad('{');
    bad('not json');
    bad('5');
    bad('null');
    bad('"text"');
    bad('[]', []);
    bad('[{"msg":"method"}]', [{ msg: 'method' }]);
    bad('{}', {});
    bad('{"msg":""}', { msg: '' });
    bad('{"msg":5}', { msg: 5 });
    bad('{"msg":{"a":1}}', { msg: { a: 1 } });
    bad('{"msg":"nonsense","x":1}', { msg: 'nonsense', x: 1 });
    bad('{"msg":"constructor"}', { msg: 'constructor' });
    bad('{"msg":"__proto__"}', { msg: '__proto__' });
    client.method('1', 'echo', 'alive');
    expect(client.take()[0]).toEqual({ msg: 'result', id: '1', result: 'alive' });
  });

  test('with values that EJSON cannot read are parse errors', () => {
    const client = ProtocolClient.connected(server);
    client.send('{"msg":"method","id":"1","method":"echo","params":[{"$type":"unknown","$value":1}]}');
    client.send('{"msg":"method","cleared":5}');
    expect(client.take()).toEqual([
      { msg: 'error', reason: 'Parse error' },
      { msg: 'error', reason: 'Parse error' },
    ]);
  });

  test('before connect say so', () => {
    const client = new ProtocolClient(server);
    const ping = { msg: 'ping' };
    client.send(ping);
    expect(client.take()).toEqual([{ msg: 'error', reason: 'Must connect first', offendingMessage: ping }]);
    client.connect();
    client.send(ping);
    expect(client.take()).toEqual([{ msg: 'pong' }]);
  });

  test('of methods, subscriptions and their ends', () => {
    const client = ProtocolClient.connected(server);
    const refused = (reason: string, message: object) => {
      client.send(message);
      expect(client.take()).toEqual([{ msg: 'error', reason, offendingMessage: message }]);
    };
    const method = 'Malformed method invocation';
    refused(method, { msg: 'method' });
    refused(method, { msg: 'method', id: 1, method: 'echo' });
    refused(method, { msg: 'method', id: '1', method: {} });
    refused(method, { msg: 'method', id: '1', method: 'echo', params: {} });
    refused(method, { msg: 'method', id: '1', method: 'echo', params: null });
    refused(method, { msg: 'method', id: '1', method: 'echo', randomSeed: 5 });
    const subscription = 'Malformed subscription';
    refused(subscription, { msg: 'sub' });
    refused(subscription, { msg: 'sub', id: 1, name: 'x' });
    refused(subscription, { msg: 'sub', id: '', name: 'x' });
    refused(subscription, { msg: 'sub', id: '1', name: 1 });
    refused(subscription, { msg: 'sub', id: '1', name: 'x', params: 'x' });
    refused('Malformed unsubscription', { msg: 'unsub' });
    refused('Malformed unsubscription', { msg: 'unsub', id: {} });
  });

  test('that are large are not sent back', () => {
    const client = ProtocolClient.connected(server);
    client.send({ msg: 'nonsense', text: 'x'.repeat(10_000) });
    expect(client.take()).toEqual([{ msg: 'error', reason: 'Bad request' }]);
  });

  test('nested too deeply are refused, brackets in strings are not', () => {
    const client = ProtocolClient.connected(server);
    const deep = '['.repeat(100_000);
    client.send(`{"msg":"method","id":"1","method":"echo","params":${deep}`);
    client.send(`{"msg":"method","id":"1","method":"echo","params":[${'['.repeat(300)}${']'.repeat(300)}]}`);
    client.send(`{"msg":"method","id":"1","method":"echo","params":[${'{"a":'.repeat(300)}1${'}'.repeat(300)}]}`);
    expect(client.take()).toEqual(Array(3).fill({ msg: 'error', reason: 'Bad request' }));
    client.method('2', 'echo', `"\\${deep}`);
    expect(client.take()[0]).toEqual({ msg: 'result', id: '2', result: `"\\${deep}` });
    client.method('3', 'echo', Array(1000).fill([]));
    expect(client.take()[0]).toEqual({ msg: 'result', id: '3', result: Array(1000).fill([]) });
  });

  test('in binary are refused', () => {
    const client = ProtocolClient.connected(server);
    const socket = client.host.data as { receiveMalformed(): void };
    socket.receiveMalformed();
    expect(client.take()).toEqual([{ msg: 'error', reason: 'Bad request' }]);
  });

  test('a large one before connect closes the connection', () => {
    const client = new ProtocolClient(server);
    client.send({ msg: 'connect', version: '1', support: ['1', 'x'.repeat(20_000)] });
    expect(client.take()).toEqual([{ msg: 'error', reason: 'Bad request' }]);
    expect(client.host.closeCode).toBe(1009);
  });
});

describe('heartbeat', () => {
  test('answers pings with their id, also while a method holds the queue', () => {
    const server = new Server(noHeartbeat);
    server.methods({ wait: () => new Promise(() => {}) });
    const client = ProtocolClient.connected(server);
    client.method('1', 'wait');
    client.send({ msg: 'ping', id: 'a' });
    client.send({ msg: 'ping', id: 5 });
    client.send({ msg: 'pong', id: 'b' });
    expect(client.take()).toEqual([{ msg: 'pong', id: 'a' }, { msg: 'pong' }]);
  });

  test('version pre1 knows no pings', () => {
    const client = new ProtocolClient(new Server());
    client.send({ msg: 'connect', version: 'pre1', support: ['pre1'] });
    client.take();
    expect(client.session.heartbeat).toBe(null);
    client.send({ msg: 'ping' });
    expect(client.take()).toEqual([{ msg: 'error', reason: 'Bad request', offendingMessage: { msg: 'ping' } }]);
    client.disconnect();
  });

  test('pings a silent client and closes one that stays silent', async () => {
    const server = new Server({ heartbeatInterval: 2, heartbeatTimeout: 2 });
    const client = ProtocolClient.connected(server);
    await until(() => server.sessions.size === 0);
    expect(client.host.sent.map((text) => JSON.parse(text))).toEqual([{ msg: 'ping' }]);
    expect(client.host.isOpen).toBe(false);
    expect(server.sessions.size).toBe(0);
  });

  test('does not close a client that answers', async () => {
    const server = new Server({ heartbeatInterval: 2, heartbeatTimeout: 1000 });
    const client = ProtocolClient.connected(server);
    for (let i = 0; i < 20; i++) {
      await settle(2);
      client.send({ msg: 'pong' });
    }
    expect(client.host.isOpen).toBe(true);
    client.disconnect();
  });
});

describe('connection', () => {
  test('onConnection gets the handle; the address and chosen headers, no cookies', () => {
    const server = new Server(noHeartbeat);
    const seen: { id: string; clientAddress: string | null; httpHeaders: object }[] = [];
    const handle = server.onConnection((connection) => seen.push(connection));
    const client = new ProtocolClient(server, undefined, {
      host: 'example.com',
      cookie: 'secret',
      'user-agent': 'test',
    });
    client.connect();
    expect(seen).toHaveLength(1);
    expect(seen[0]?.id).toBe(client.session.id);
    expect(seen[0]?.clientAddress).toBe('127.0.0.1');
    expect(seen[0]?.httpHeaders).toEqual({ host: 'example.com', 'user-agent': 'test' });
    handle.stop();
    ProtocolClient.connected(server);
    expect(seen).toHaveLength(1);
  });

  test('close() closes; onClose is called, later also when closed already', async () => {
    const server = new Server(noHeartbeat);
    const calls: string[] = [];
    server.onConnection((connection) => {
      connection.onClose(() => calls.push('first'));
      connection.onClose(() => {
        throw new Error('of the app');
      });
      connection.onClose(() => calls.push('second'));
    });
    const client = ProtocolClient.connected(server);
    const handle = client.session.connectionHandle;
    const lines = await logged(async () => {
      handle.close();
      await settle();
    });
    expect(client.host.isOpen).toBe(false);
    expect(calls).toEqual(['first', 'second']);
    expect(lines.join()).toContain('of the app');
    handle.onClose(() => calls.push('late'));
    expect(calls).toHaveLength(2);
    await settle();
    expect(calls[2]).toBe('late');
  });

  test('a callback of onConnection may close it; those after it are not called', () => {
    const server = new Server(noHeartbeat);
    const calls: string[] = [];
    server.onConnection((connection) => {
      calls.push('first');
      connection.close();
    });
    server.onConnection(() => calls.push('second'));
    const client = new ProtocolClient(server);
    client.connect();
    expect(calls).toEqual(['first']);
    expect(client.host.isOpen).toBe(false);
  });

  test('errors in onConnection are printed', async () => {
    const server = new Server(noHeartbeat);
    server.onConnection(() => {
      throw new Error('of the app');
    });
    const lines = await logged(() => {
      ProtocolClient.connected(server);
    });
    expect(lines.join()).toContain('onConnection callback');
  });
});

test('onMessage sees each message and its session until stopped', () => {
  const server = new Server(noHeartbeat);
  server.methods({ echo: (value: unknown) => value });
  const seen: unknown[] = [];
  const handle = server.onMessage((message, session) => seen.push([message.method, session.id]));
  const client = ProtocolClient.connected(server);
  client.method('1', 'echo');
  handle.stop();
  client.method('2', 'echo');
  expect(seen).toEqual([['echo', client.session.id]]);
});

describe('bounds', () => {
  test('too many waiting messages close the connection', () => {
    const server = new Server(noHeartbeat, { maxQueuedMessages: 3 });
    server.methods({ wait: () => new Promise(() => {}) });
    const client = ProtocolClient.connected(server);
    for (let i = 0; i < 4; i++) client.method(String(i), 'wait');
    expect(client.host.isOpen).toBe(true);
    client.method('4', 'wait');
    expect(client.take()).toEqual([{ msg: 'error', reason: 'Too many messages are waiting' }]);
    expect(client.host.closeCode).toBe(1008);
  });

  test('so do waiting messages that are too large together', () => {
    const server = new Server(noHeartbeat, { maxQueuedSize: 1000 });
    server.methods({ wait: () => new Promise(() => {}) });
    const client = ProtocolClient.connected(server);
    client.method('1', 'wait', 'x'.repeat(2000));
    client.method('2', 'wait', 'x'.repeat(500));
    expect(client.host.isOpen).toBe(true);
    client.method('3', 'wait', 'x'.repeat(500));
    expect(client.host.closeCode).toBe(1008);
  });

  test('more running methods than allowed wait', async () => {
    const server = new Server(noHeartbeat, { maxRunning: 2 });
    const gates = [deferred(), deferred(), deferred()];
    const begun: number[] = [];
    server.methods({
      async run(i: number) {
        this.unblock();
        begun.push(i);
        await gates[i]?.promise;
      },
    });
    const client = ProtocolClient.connected(server);
    for (let i = 0; i < 3; i++) client.method(String(i), 'run', i);
    expect(begun).toEqual([0, 1]);
    gates[1]?.resolve();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
    gates[0]?.resolve();
    gates[2]?.resolve();
    await settle();
    expect(client.take().filter((message) => message.msg === 'result')).toHaveLength(3);
  });
});

describe('stop', () => {
  test('closes idle clients at once and busy ones after their methods', async () => {
    const server = new Server(noHeartbeat);
    const gate = deferred();
    server.methods({
      async wait() {
        await gate.promise;
        return 'done';
      },
    });
    const idle = ProtocolClient.connected(server);
    const unconnected = new ProtocolClient(server);
    const busy = ProtocolClient.connected(server);
    busy.method('1', 'wait');
    busy.method('2', 'wait');
    let stopped = false;
    const stopping = server.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(idle.host.closeCode).toBe(1001);
    expect(unconnected.host.closeCode).toBe(1001);
    expect(busy.host.isOpen).toBe(true);
    expect(stopped).toBe(false);
    gate.resolve();
    await stopping;
    expect(busy.take()).toEqual([
      { msg: 'result', id: '1', result: 'done' },
      { msg: 'updated', methods: ['1'] },
    ]);
    expect(busy.host.closeCode).toBe(1001);
    const late = new ProtocolClient(server);
    expect(late.host.closeCode).toBe(1001);
  });

  test('resolves without any client', async () => {
    await new Server().stop();
  });
});

test('stream_server shows the sockets', () => {
  const server = new Server(noHeartbeat);
  const client = ProtocolClient.connected(server);
  const seen: unknown[] = [];
  server.stream_server.register((socket) => {
    socket.on('data', (text) => seen.push(text));
    socket.on('close', () => seen.push('close'));
  });
  expect(server.stream_server.open_sockets).toHaveLength(1);
  expect(server.stream_server.all_sockets()[0]?._meteorSession).toBe(client.session);
  client.send({ msg: 'ping' });
  client.disconnect();
  expect(seen).toEqual(['{"msg":"ping"}', 'close']);
  expect(server.stream_server.open_sockets).toEqual([]);
});
