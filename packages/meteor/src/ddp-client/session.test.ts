import { SUPPORTED_DDP_VERSIONS } from '@bolide/meteor/ddp-common';
import { describe, expect, test } from 'vitest';
import { captureLog, createClient, settle } from './test-support/connect.js';

describe('the greeting', () => {
  test('offers the versions, and names the session on a reconnect', async () => {
    const { stream } = createClient();
    await stream.open();
    const greeting = { msg: 'connect', version: '1', support: SUPPORTED_DDP_VERSIONS };
    expect(stream.take()).toEqual([greeting]);
    await stream.receive({ server_id: '0' });
    await stream.receive({ msg: 'connected', session: 'one' });
    await stream.drop();
    await stream.open();
    expect(stream.take()).toEqual([{ ...greeting, session: 'one' }]);
  });

  test('takes up a version that the server proposes', async () => {
    let connected = 0;
    const { stream, connection } = createClient({ onConnected: () => (connected += 1) });
    await stream.open();
    stream.take();
    await stream.receive({ msg: 'failed', version: 'pre2' });
    expect(stream.reconnects).toEqual([{ _force: true }]);
    await stream.drop();
    await stream.open();
    expect(stream.takeOne()).toMatchObject({ msg: 'connect', version: 'pre2' });
    await stream.receive({ msg: 'connected', session: 'one' });
    expect(connection._version).toBe('pre2');
    expect(connected).toBe(1);
  });

  test('gives up with a version that the client does not speak', async () => {
    const failures: string[] = [];
    const { stream } = createClient({ onDDPVersionNegotiationFailure: (description) => failures.push(description) });
    await stream.open();
    await stream.receive({ msg: 'failed', version: '99' });
    expect(failures).toEqual(['DDP version negotiation failed; server requested version 99']);
    expect(stream.disconnects).toEqual([{ _permanent: true, _error: failures[0] }]);
    expect(stream.reconnects).toEqual([]);
  });

  test('gives up with a server that goes round in circles', async () => {
    const failures: string[] = [];
    const { stream } = createClient({ onDDPVersionNegotiationFailure: (description) => failures.push(description) });
    for (const version of ['pre1', 'pre2', '1']) {
      await stream.open();
      await stream.receive({ msg: 'failed', version });
    }
    expect(stream.reconnects).toHaveLength(2);
    expect(failures).toHaveLength(1);
  });

  test('calls onConnected for each session; an error in it is printed', async () => {
    const { stream } = createClient({
      onConnected: () => {
        throw new Error('from onConnected');
      },
    });
    const log = await captureLog(() => stream.connect());
    expect(log).toContain('from onConnected');
  });
});

describe('signs of life', () => {
  test('answers pings with their identifier', async () => {
    const { stream } = createClient();
    await stream.connect();
    await stream.receive({ msg: 'ping', id: 'a' });
    await stream.receive({ msg: 'ping' });
    await stream.receive({ msg: 'ping', id: 3 });
    expect(stream.take()).toEqual([{ msg: 'pong', id: 'a' }, { msg: 'pong' }, { msg: 'pong' }]);
  });

  test('does not answer them if it is told so', async () => {
    const { stream } = createClient({ respondToPings: false });
    await stream.connect();
    await stream.receive({ msg: 'ping', id: 'a' });
    expect(stream.take()).toEqual([]);
  });

  test('a silent server is pinged, and given up when it stays silent', async () => {
    const { stream, connection } = createClient({ heartbeatInterval: 1, heartbeatTimeout: 1 });
    await stream.connect();
    for (let round = 0; round < 1000 && stream.lost.length === 0; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(stream.take()).toContainEqual({ msg: 'ping' });
    expect(stream.lost[0]).toMatchObject({ errorType: 'DDP.ConnectionError', message: 'DDP heartbeat timed out' });
    connection.close();
  });
});

describe('what a server may not send', () => {
  test.each([
    'no JSON',
    '',
    'null',
    '42',
    '"text"',
    '[]',
    '[{"msg":"added"}]',
    '{}',
    '{"msg":1}',
    '{"msg":null}',
    '{"msg":{}}',
    '{"msg":"__proto__"}',
    '{"msg":"constructor"}',
    '{"msg":"added"}',
    '{"msg":"added","collection":1,"id":"a"}',
    '{"msg":"added","collection":"c","id":{}}',
    '{"msg":"added","collection":"c","id":"a","fields":[]}',
    '{"msg":"changed","collection":"c","id":"a","cleared":"x"}',
    '{"msg":"changed","collection":"c","id":"a","fields":7}',
    '{"msg":"removed","id":"a"}',
    '{"msg":"movedBefore","collection":"c"}',
    '{"msg":"ready"}',
    '{"msg":"ready","subs":"a"}',
    '{"msg":"ready","subs":[1]}',
    '{"msg":"updated","methods":{}}',
    '{"msg":"updated","methods":[null]}',
    '{"msg":"nosub"}',
    '{"msg":"result"}',
    '{"msg":"result","id":5}',
    '{"msg":"failed"}',
    '{"msg":"result","id":"1","result":{"$date":"x"}}',
  ])('%s is dropped, and the next message is handled', async (frame) => {
    const { stream, connection } = createClient();
    await stream.connect();
    await captureLog(() => stream.receive(frame));
    const answer = connection.callAsync('method');
    await stream.answer(stream.takeOne().id, 'fine');
    expect(await answer).toBe('fine');
  });

  test('answers, ends and readiness of what it does not know are ignored', async () => {
    const { stream, connection } = createClient();
    await stream.connect();
    await captureLog(async () => {
      await stream.receive({ msg: 'result', id: '77', result: 1 });
      await stream.receive({ msg: 'updated', methods: ['77', '__proto__'] });
      await stream.receive({ msg: 'ready', subs: ['unknown', 'constructor'] });
      await stream.receive({ msg: 'nosub', id: 'unknown', error: { error: 404 } });
      await stream.receive({ msg: 'error', reason: 'Bad request', offendingMessage: { msg: 'x' } });
      await stream.receive({ msg: 'error' });
    });
    const answer = connection.callAsync('method');
    await stream.answer(stream.takeOne().id, 'fine');
    expect(await answer).toBe('fine');
    await settle();
  });
});
