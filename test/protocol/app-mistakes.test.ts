import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TestDdp } from '../support/ddp.js';
import { mistakesBundle } from '../support/mistakes-bundle.js';
import { request } from '../support/raw-http.js';
import { runtimes } from '../support/runtimes.js';
import { TestServer } from '../support/server.js';

const bundle = mistakesBundle();

describe.each(runtimes)('a server on $name, whose app makes mistakes:', (runtime) => {
  let server: TestServer;
  let client: TestDdp;
  let kinds: { readonly unsendable: readonly string[]; readonly thrown: readonly string[] };

  beforeAll(async () => {
    server = await TestServer.start(bundle(), runtime);
    client = await TestDdp.connect(server.url);
    kinds = (await client.call('kinds')).result as typeof kinds;
  });
  afterAll(async () => {
    await client?.close();
    expect(await server?.stop()).toBe(0);
  });
  /** Whatever happened: the same session goes on, and the client has learned nothing. */
  afterEach(async () => {
    expect((await client.call('echo', 'alive')).result).toBe('alive');
    expect(JSON.stringify(client.frames)).not.toContain('secret');
  });

  /** Subscribes and gives the answer, whichever it is. */
  async function subscribe(name: string, ...params: unknown[]) {
    const id = `${name} ${params.join()}`;
    client.send({ msg: 'sub', id, name, params });
    return client.next(
      ({ msg, id: of, subs }) => (msg === 'nosub' && of === id) || (msg === 'ready' && (subs as string[]).includes(id)),
    );
  }

  /** Nothing thrown is nothing to tell: such a subscription just ends. */
  const failed = (kind: string) => ({ msg: 'nosub', ...(!kind.endsWith('nothing') && { error: { error: 500 } }) });

  test('methods that return what cannot be sent', async () => {
    expect(kinds.unsendable.length).toBeGreaterThan(10);
    for (const kind of kinds.unsendable) {
      for (const method of ['returns', 'returnsLater']) {
        expect((await client.call(method, kind)).error, `${method} ${kind}`).toMatchObject({ error: 500 });
      }
    }
  });

  test('methods that throw what is no error, or throws again', async () => {
    for (const kind of kinds.thrown) {
      for (const method of ['throws', 'throwsLater']) {
        expect((await client.call(method, kind)).error, `${method} ${kind}`).toMatchObject({ error: 500 });
      }
    }
  });

  test('publications that return or add what cannot be sent', async () => {
    for (const kind of kinds.unsendable) {
      for (const name of ['returns', 'returnsLater']) {
        expect(await subscribe(name, kind), `${name} ${kind}`).toMatchObject(failed(kind));
      }
      // Promises are no values; what they hold is not looked at.
      if (!/promise|then/.test(kind)) {
        expect(await subscribe('adds', kind), kind).toMatchObject({ msg: 'nosub', error: { error: 500 } });
      }
    }
  });

  test('publications that throw what is no error, or throws again', async () => {
    for (const kind of kinds.thrown) {
      for (const name of ['throws', 'throwsLater']) {
        expect(await subscribe(name, kind), `${name} ${kind}`).toMatchObject(failed(kind));
      }
    }
  });

  test('a document of no collection', async () => {
    expect(await subscribe('no collection')).toMatchObject({ msg: 'nosub', error: { error: 500 } });
  });

  test('a publication that goes on after its end', async () => {
    const before = client.frames.length;
    expect(await subscribe('goes on after the end')).toMatchObject({ msg: 'nosub' });
    await client.call('echo', 'after');
    expect(client.frames.slice(before).map(({ msg }) => msg)).toEqual([
      'added',
      'removed',
      'nosub',
      'result',
      'updated',
    ]);
  });

  test('callbacks of stops, of the end of connections and of timers that fail do not keep others from running', async () => {
    const other = await TestDdp.connect(server.url);
    await other.call('failWhenClosed');
    await other.call('failTimers');
    await other.subscribe('fails when stopped');
    await other.close();
    for (;;) {
      const { result } = await client.call('counts');
      const { closed, stopped } = result as { closed: number; stopped: number };
      if (closed === 1 && stopped === 1) break;
    }
  });

  test('callbacks of new connections that fail', async () => {
    await client.call('failOnConnection', true);
    const other = await TestDdp.connect(server.url);
    expect((await other.call('echo', 1)).result).toBe(1);
    await other.close();
    await client.call('failOnConnection', false);
  });

  test('methods and publications that never end are forgotten with their clients', async () => {
    for (let i = 0; i < 50; i++) {
      const other = await TestDdp.connect(server.url);
      other.send({
        msg: i % 2 === 0 ? 'method' : 'sub',
        id: '1',
        [i % 2 === 0 ? 'method' : 'name']: 'never',
        params: [],
      });
      other.send({ msg: 'ping' });
      await other.next(({ msg }) => msg === 'pong');
      other.socket.terminate();
    }
    for (;;) {
      const { result } = await client.call('counts');
      if ((result as { sessions: number }).sessions === 1) break;
    }
  });

  test.each(['/throws', '/rejects'])('GET %s: 500 without the error', async (path) => {
    const response = await fetch(server.url + path);
    expect([response.status, (await response.text()).includes('secret')]).toEqual([500, false]);
  });

  test('handlers that throw what is no error, or throws again', async () => {
    // Express takes these for "nothing is wrong", and goes on to the page, of which there is none.
    const taken = ['nothing', 'null'];
    for (const kind of kinds.thrown.filter((each) => !taken.includes(each))) {
      const response = await fetch(`${server.url}/throws-kind/${encodeURIComponent(kind)}`);
      expect([response.status, (await response.text()).includes('secret')], kind).toEqual([500, false]);
    }
  });

  test('a handler that fails in mid-answer: the answer is not taken for whole', async () => {
    const response = await fetch(`${server.url}/throws-in-mid-answer`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  test.each(['/throws-after-answer', '/writes-after-answer'])('GET %s: the answer stands', async (path) => {
    expect(await (await fetch(server.url + path)).text()).toBe('whole');
  });

  test('a value with line breaks in a header splits no answer', async () => {
    const response = await request(server.port, 'GET /splits?value=a%0d%0aX-Split:%20yes HTTP/1.1');
    expect(response.status).toBe(500);
    expect(response.headers['x-split']).toBe(undefined);
  });

  test('what clients break off is not in the log', async () => {
    await expect(
      fetch(`${server.url}/reads`, {
        method: 'POST',
        duplex: 'half',
        body: new ReadableStream({
          async pull(controller) {
            controller.enqueue(new Uint8Array(100_000));
            await new Promise((resolve) => setTimeout(resolve, 20));
            controller.error(new Error('broken off'));
          },
        }),
      } as RequestInit),
    ).rejects.toThrow();
    expect(await (await fetch(`${server.url}/reads`, { method: 'POST', body: 'whole' })).text()).toBe('5');
    expect(server.output).not.toContain('/reads');
  });
});
