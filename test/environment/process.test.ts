import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { probeBundle } from '../support/probe-bundle.js';
import { runBundle } from '../support/run-app.js';
import { runtimes } from '../support/runtimes.js';
import { freePort, TestServer } from '../support/server.js';

/** Speaks with the inspector of Node. */
class Debugger {
  readonly events: { readonly method: string; readonly params: unknown }[] = [];
  readonly #socket: WebSocket;
  #lastId = 0;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.on('message', (data) => this.events.push(JSON.parse(String(data))));
  }

  static async connect(url: string): Promise<Debugger> {
    const client = new Debugger(url);
    await once(client.#socket, 'open');
    return client;
  }

  send(method: string): void {
    this.#socket.send(JSON.stringify({ id: ++this.#lastId, method }));
  }

  async event(name: string): Promise<void> {
    while (!this.events.some(({ method }) => method === name)) await once(this.#socket, 'message');
  }

  close(): void {
    this.#socket.terminate();
  }
}

describe.each(runtimes)('a server on $name', (runtime) => {
  test('ends when the process METEOR_PARENT_PID is gone', async () => {
    const parent = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const server = await TestServer.start(probeBundle(), runtime, { env: { METEOR_PARENT_PID: String(parent.pid) } });
    const parentEnded = once(parent, 'exit');
    const ended = once(server.process, 'close');
    parent.kill();
    await parentEnded;
    expect(await ended).toEqual([1, null]);
    expect(server.output).toContain('Parent process is dead');
  });

  test('METEOR_PARENT_PID must be the id of a process', async () => {
    const { code, stderr } = await runBundle(probeBundle(), runtime, { METEOR_PARENT_PID: 'init', PORT: '0' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/METEOR_PARENT_PID is "init"/);
  });

  test('METEOR_PRINT_ON_LISTEN=0 prints nothing', async () => {
    const server = await TestServer.spawn(probeBundle(), runtime, { env: { METEOR_PRINT_ON_LISTEN: '0' } });
    for (;;) {
      if (
        await fetch(`${server.url}/sockjs/info`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
    }
    await server.stop();
    expect(server.output).toBe('');
  });

  test.runIf(runtime.name === 'node')('METEOR_INSPECT_BRK: waits for a debugger before any package runs', async () => {
    const port = await freePort();
    const server = await TestServer.spawn(probeBundle(), runtime, { env: { METEOR_INSPECT_BRK: String(port) } });
    await server.printed('Debugger listening on ws://127.0.0.1:');
    const url = /ws:\/\/\S+/.exec(server.output)?.[0] as string;
    expect(new URL(url).port).toBe(String(port));
    const client = await Debugger.connect(url);
    client.send('Debugger.enable');
    client.send('Runtime.runIfWaitingForDebugger');
    await client.event('Debugger.paused');
    expect(server.output).not.toContain('LISTENING');
    client.send('Debugger.resume');
    await server.printed('LISTENING');
    client.close();
    expect(await server.stop()).toBe(0);
  });

  test.runIf(runtime.name === 'bun')('METEOR_INSPECT_BRK: says what to use instead', async () => {
    const server = await TestServer.start(probeBundle(), runtime, { env: { METEOR_INSPECT_BRK: '1' } });
    expect(server.output).toMatch(/METEOR_INSPECT_BRK.*bun --inspect-brk index\.mjs/);
    await server.stop();
  });
});
