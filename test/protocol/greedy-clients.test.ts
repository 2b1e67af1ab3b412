import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { mistakesBundle } from '../support/mistakes-bundle.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const bundle = mistakesBundle();

describe.each(runtimes)('a server on $name, given clients that take more than their share:', (runtime) => {
  let server: TestServer;
  let observer: TestDdp;

  beforeAll(async () => {
    server = await TestServer.start(bundle(), runtime);
    observer = await TestDdp.connect(server.url);
  });
  afterAll(async () => {
    await observer?.close();
    expect(await server?.stop()).toBe(0);
    expect(server.output).toBe('LISTENING\n');
  });

  /** Megabytes by which the greatest memory of the process grows while `run` runs. */
  async function growth(run: () => Promise<void>): Promise<number> {
    const before = (await observer.call('peak')).result as number;
    await run();
    return ((await observer.call('peak')).result as number) - before;
  }

  async function untilAlone(): Promise<void> {
    for (;;) {
      const { result } = await observer.call('counts');
      if ((result as { sessions: number }).sessions === 1) return;
    }
  }

  test('short messages with long answers, from one who does not read: he gets a few of them', async () => {
    const grown = await growth(async () => {
      const client = await TestDdp.connect(server.url);
      client.socket.pause();
      // A gigabyte.
      for (let i = 0; i < 100; i++) client.send({ msg: 'method', id: `m${i}`, method: 'text', params: [10_000_000] });
      for (let i = 0; i < 20; i++) await observer.call('echo', i);
      client.socket.terminate();
      await untilAlone();
    });
    expect(grown).toBeLessThan(200);
  });

  test('short messages with long answers, from one who reads: he gets all of them', async () => {
    const client = await TestDdp.connect(server.url);
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.call('text', 1_000_000)));
    expect(answers.every(({ result }) => (result as string).length === 1_000_000)).toBe(true);
    await client.close();
  });

  test('a publication that sends without end in one turn: who does not read is cut before the memory is full', async () => {
    const grown = await growth(async () => {
      const client = await TestDdp.connect(server.url);
      client.socket.pause();
      // 400 MB, of which the server keeps no more than a connection may have waiting.
      client.send({ msg: 'sub', id: '1', name: 'flood', params: [10_000, 40_000] });
      await untilAlone();
      client.socket.terminate();
    });
    expect(grown).toBeLessThan(250);
  });

  test('messages that wait take not much more memory than their text', async () => {
    const grown = await growth(async () => {
      const client = await TestDdp.connect(server.url);
      client.send({ msg: 'method', id: 'never', method: 'never', params: [] });
      // As objects they would be twenty times as large.
      const params = `[[${'[],'.repeat(500_000)}[]]]`;
      for (let i = 0; i < 9; i++) client.send(`{"msg":"method","id":"${i}","method":"echo","params":${params}}`);
      client.send({ msg: 'ping' });
      await client.next(({ msg }) => msg === 'pong');
      client.socket.terminate();
      await untilAlone();
    });
    expect(grown).toBeLessThan(250);
  });

  test('a burst of calls that take long: others are answered in between', async () => {
    const greedy = await TestDdp.connect(server.url);
    const burst = Array.from({ length: 100 }, () => greedy.call('busy', 10));
    await burst[0];
    expect((await observer.call('echo', 'in between')).result).toBe('in between');
    expect(greedy.frames.filter(({ msg }) => msg === 'result').length).toBeLessThan(100);
    await Promise.all(burst);
    await greedy.close();
  });

  test('subscribing and leaving again, thousands of times', async () => {
    const client = await TestDdp.connect(server.url);
    for (let i = 0; i < 2000; i++) {
      client.send({ msg: 'sub', id: `${i}`, name: 'flood', params: [10, 1] });
      client.send({ msg: 'unsub', id: `${i}` });
    }
    await client.next(({ msg, id }) => msg === 'nosub' && id === '1999');
    expect(client.frames.filter(({ msg }) => msg === 'nosub')).toHaveLength(2000);
    expect(client.frames.filter(({ msg }) => msg === 'removed')).toHaveLength(2000);
    await client.close();
  });

  test('connections in thousands, that say nothing or only half of it', async () => {
    for (let round = 0; round < 10; round++) {
      const clients = Array.from({ length: 100 }, () => new TestDdp(server.url));
      await Promise.all(clients.map(({ socket }) => once(socket, 'open')));
      for (const client of clients) client.send('{"msg":"conn');
      expect((await observer.call('echo', round)).result).toBe(round);
      for (const { socket } of clients) socket.terminate();
    }
    await untilAlone();
  });
});
