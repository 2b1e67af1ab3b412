import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { TestDdp } from '../support/ddp.js';
import { helloBundle } from '../support/hello-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

describe.each(runtimes)('plain WebSocket on $name', (runtime) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await TestServer.start(helloBundle(), runtime);
  });
  afterAll(() => server?.stop());

  test.each(['/websocket', '/websocket/', '/sockjs/websocket'])('%s: one text frame is one message', async (path) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`);
    await once(socket, 'open');
    socket.send('{"msg":"connect","version":"1","support":["1"]}');
    const [data, isBinary] = await once(socket, 'message');
    expect(isBinary).toBe(false);
    expect(JSON.parse(String(data))).toEqual({ msg: 'connected', session: expect.any(String) });
    socket.close();
    await once(socket, 'close');
  });

  test('a request that is no upgrade is told so', async () => {
    const response = await fetch(`${server.url}/websocket`);
    expect(response.status).toBe(426);
    expect(response.headers.get('upgrade')).toBe('websocket');
  });

  test.each([
    { offered: { version: '1', support: ['1', 'pre2', 'pre1'] }, answer: { msg: 'connected' } },
    { offered: { version: 'pre1', support: ['pre1'] }, answer: { msg: 'connected' } },
    { offered: { version: 'pre2', support: ['pre2', 'pre1'] }, answer: { msg: 'connected' } },
    { offered: { version: 'pre1', support: ['1', 'pre1'] }, answer: { msg: 'failed', version: '1' } },
    { offered: { version: '7', support: ['7'] }, answer: { msg: 'failed', version: '1' } },
    { offered: { version: '7', support: ['7', 'pre1'] }, answer: { msg: 'failed', version: 'pre1' } },
  ])('versions: $offered gets $answer', async ({ offered, answer }) => {
    const client = new TestDdp(server.url);
    await once(client.socket, 'open');
    client.send({ msg: 'connect', ...offered });
    expect(await client.next(({ msg }) => msg === 'connected' || msg === 'failed')).toMatchObject(answer);
    if (answer.msg === 'failed') await once(client.socket, 'close');
    else await client.close();
  });

  test('pings of the client are answered', async () => {
    const client = await TestDdp.connect(server.url);
    client.send({ msg: 'ping', id: 'a' });
    client.send({ msg: 'ping' });
    await client.next(({ msg, id }) => msg === 'pong' && id === 'a');
    await client.next(({ msg, id }) => msg === 'pong' && id === undefined);
    await client.close();
  });

  test('results come in the order of the calls, 200 at once', async () => {
    const client = await TestDdp.connect(server.url);
    const numbers = Array.from({ length: 200 }, (_, i) => i);
    const results = await Promise.all(numbers.map((i) => client.call('echo', i)));
    expect(results.map(({ result }) => result)).toEqual(numbers);
    const order = client.frames.filter(({ msg }) => msg === 'result').map(({ result }) => result);
    expect(order).toEqual(numbers);
    await client.close();
  });
});
