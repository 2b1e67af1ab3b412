import { clientPlatform } from '../client-platform.js';
import { Connection } from '../connection.js';
import { serverPlatform } from '../server-platform.js';
import type { ConnectionOptions } from '../types.js';
import { FakeStream } from './fake-stream.js';

/** A connection as a browser has it, to a fake stream. Changes are applied at once. */
export function createClient(options?: ConnectionOptions) {
  const stream = new FakeStream();
  const connection = new Connection(
    stream,
    { bufferedWritesInterval: 0, heartbeatInterval: 0, ...options },
    clientPlatform,
  );
  return { stream, connection };
}

/** A connection as a server has it to another one. */
export function createServerClient(options?: ConnectionOptions) {
  const stream = new FakeStream();
  const connection = new Connection(
    stream,
    { bufferedWritesInterval: 0, heartbeatInterval: 0, ...options },
    serverPlatform,
  );
  return { stream, connection };
}

/** Lets all that is due run: promises, immediates. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** What `console.log` gets while `func` runs. */
export async function captureLog(func: () => unknown): Promise<string> {
  const lines: string[] = [];
  const original = console.log;
  console.log = (...args) => lines.push(args.map(String).join(' '));
  try {
    await func();
  } finally {
    console.log = original;
  }
  return lines.join('\n');
}
