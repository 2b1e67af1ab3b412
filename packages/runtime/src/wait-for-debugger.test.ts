import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { runBundle, SPAWN_TIMEOUT, writeRunnableBundle } from './testing/runnable-bundle.js';

const files = { 'app/main.mjs': `console.log('loaded'); globalThis.main = () => 0;` };

test(
  'Node waits for a debugger before the packages run, and stops there',
  async () => {
    const directory = await writeRunnableBundle({ files });
    let socket: WebSocket | undefined;
    const paused: string[] = [];
    const attach = (stderr: string) => {
      const url = /ws:\/\/127\.0\.0\.1:\d+\/\S+/.exec(stderr)?.[0];
      if (!url || socket) return;
      socket = new WebSocket(url);
      let id = 0;
      const send = (method: string) => socket?.send(JSON.stringify({ id: ++id, method }));
      socket.on('open', () => {
        send('Debugger.enable');
        send('Runtime.runIfWaitingForDebugger');
      });
      socket.on('message', (data) => {
        const { method, params } = JSON.parse(String(data));
        if (method !== 'Debugger.paused') return;
        paused.push(params.callFrames[0].functionName);
        send('Debugger.resume');
        socket?.close();
      });
    };
    const outcome = await runBundle('node', directory, { METEOR_INSPECT_BRK: '127.0.0.1:0' }, attach);
    expect(paused).toEqual(['waitForDebugger']);
    expect(outcome).toMatchObject({ stdout: 'loaded\n', code: 0 });
  },
  SPAWN_TIMEOUT,
);

test(
  'Bun says what to use instead',
  async () => {
    const directory = await writeRunnableBundle({ files });
    expect(await runBundle('bun', directory, { METEOR_INSPECT_BRK: '1' })).toEqual({
      stdout: 'loaded\n',
      stderr: 'METEOR_INSPECT_BRK has no effect on Bun. Start the server with: bun --inspect-brk index.mjs\n',
      code: 0,
    });
  },
  SPAWN_TIMEOUT,
);
