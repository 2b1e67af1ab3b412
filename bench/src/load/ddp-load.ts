import { DDPConnection } from './ddp-connection.js';
import type { DDPCommand, LoadResult } from './protocol.js';
import { TimedWindow } from './timed-window.js';

/** Calls `echo` over some DDP connections, each with a number of calls under way at all times. */
export async function ddpLoad(command: DDPCommand): Promise<LoadResult> {
  const window = new TimedWindow(command.pid);
  let fail: (reason: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});

  const connections = Array.from(
    { length: command.connections },
    () => new DDPConnection(command, (sentAt, now) => window.answered(now - sentAt), fail),
  );
  const patience = setTimeout(() => fail(new Error('a connection was not ready in 10 seconds')), 10_000);
  try {
    for (const connection of connections) await Promise.race([failed, connection.open()]);
    clearTimeout(patience);
    for (const connection of connections) connection.bytes = 0;
    window.open();
    for (const connection of connections) connection.start();
    await Promise.race([failed, window.wait(command.milliseconds)]);
    for (const connection of connections) {
      connection.stop();
      window.bytes += connection.bytes;
    }
    return window.close();
  } finally {
    clearTimeout(patience);
    for (const connection of connections) connection.close();
  }
}
