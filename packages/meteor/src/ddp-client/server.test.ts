import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { currentMethodInvocation, MethodInvocation } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { DDP } from './server.js';
import { settle } from './test-support/connect.js';
import type { DDPConnection } from './types.js';

let server: WebSocketServer;
let address: string;
const connections: DDPConnection[] = [];

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', serve);
  await once(server, 'listening');
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

/** The smallest DDP server. */
function serve(socket: WebSocket): void {
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.msg === 'connect') send({ msg: 'connected', session: String(Math.random()) });
    if (message.msg === 'sub') send({ msg: 'ready', subs: [message.id] });
    if (message.msg !== 'method') return;
    if (message.method === 'drop') {
      socket.terminate();
      return;
    }
    send({ msg: 'result', id: message.id, result: message.params });
    send({ msg: 'updated', methods: [message.id] });
  });
}

function connect(): DDPConnection {
  const connection = DDP.connect(address, { _dontPrintErrors: true });
  connections.push(connection);
  return connection;
}

describe('DDP.connect from a server', () => {
  test('calls and subscribes over the network', async () => {
    const connection = connect();
    const when = new Date(1);
    expect(await connection.callAsync('echo', 1, { when })).toEqual([1, { when }]);
    const handle = connection.subscribe('things');
    expect(DDP._allSubscriptionsReady()).toBe(false);
    await connection.callAsync('echo');
    expect(handle.ready()).toBe(true);
    expect(DDP._allSubscriptionsReady()).toBe(true);
    expect(connection.status()).toMatchObject({ status: 'connected', connected: true });
  });

  test('goes on after the server dropped it', async () => {
    const connection = connect();
    const reconnected: DDPConnection[] = [];
    const hook = DDP.onReconnect((which) => reconnected.push(which));
    const dropped = connection.applyAsync('drop', [], { noRetry: true });
    expect(await dropped.catch((error: unknown) => error)).toMatchObject({ error: 'invocation-failed' });
    expect(await connection.callAsync('echo', 2)).toEqual([2]);
    hook.stop();
    expect(reconnected.at(-1)).toBe(connection);
  });

  test('made inside of a method, what the server says later is not part of that method', async () => {
    const invocation = new MethodInvocation({ name: 'outer' });
    const seen: unknown[] = [];
    const connection = currentMethodInvocation.withValue(invocation, () => {
      const made = connect();
      made.subscribe('things', () => seen.push(currentMethodInvocation.get()));
      // The callback of a call is, as everywhere.
      made.call('echo', () => seen.push(currentMethodInvocation.get()?.name));
      return made;
    });
    await connection.callAsync('echo');
    await settle();
    expect(seen).toContain(undefined);
    expect(seen).toContain('outer');
    expect(seen).toHaveLength(2);
  });

  test('a server that is not there is no error, but a state', async () => {
    const connection = DDP.connect('127.0.0.1:1', { retry: false, _dontPrintErrors: true });
    connections.push(connection);
    const answer = await connection.callAsync('echo').catch((error: unknown) => error);
    expect(answer).toMatchObject({ error: 'invocation-failed' });
    expect(connection.status().status).toBe('failed');
  });

  test('an address that makes no sense is an error', () => {
    expect(() => DDP.connect('gopher://x')).toThrow('gopher://x');
  });
});

describe('the namespace', () => {
  test('error classes and random values', () => {
    const error = new DDP.ConnectionError('lost');
    expect(error).toMatchObject({ errorType: 'DDP.ConnectionError', message: 'lost' });
    expect(error).toBeInstanceOf(Error);
    expect(new DDP.ForcedReconnectError()).toMatchObject({ errorType: 'DDP.ForcedReconnectError' });
    const draw = () =>
      currentMethodInvocation.withValue(new MethodInvocation({ randomSeed: 'seed' }), () => DDP.randomStream('x').id());
    expect(draw()).toBe(draw());
    expect(DDP.randomStream('x').id()).not.toBe(DDP.randomStream('x').id());
    expect(DDP._CurrentInvocation).toBe(DDP._CurrentMethodInvocation);
    expect(Meteor.isServer).toBe(true);
  });
});
