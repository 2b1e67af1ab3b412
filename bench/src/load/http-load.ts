import { Connection } from './connection.js';
import { HttpReader } from './http-reader.js';
import type { HttpCommand, LoadResult } from './protocol.js';
import { TimedWindow } from './timed-window.js';

/** Asks for one path over keep-alive connections: each sends its next request when the response is complete. */
export async function httpLoad(command: HttpCommand): Promise<LoadResult> {
  const { hostname, port, path, headers, milliseconds } = command;
  const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const window = new TimedWindow(command.pid);
  let isOpen = false;
  let fail: (reason: unknown) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => {});

  const connections: { connection: Connection; sent: number }[] = [];
  const open = async (): Promise<void> => {
    const reader = new HttpReader();
    const entry = { sent: 0, connection: undefined as unknown as Connection };
    entry.connection = await Connection.open(
      hostname,
      port,
      (bytes) => {
        try {
          const ended = reader.read(bytes);
          window.bytes += bytes.length;
          if (ended === 0 || !isOpen) return;
          const now = performance.now();
          window.answered(now - entry.sent);
          entry.sent = now;
          entry.connection.write(request);
        } catch (error) {
          fail(error);
        }
      },
      fail,
    );
    connections.push(entry);
  };

  try {
    for (let index = 0; index < command.connections; index++) await open();
    window.open();
    isOpen = true;
    for (const entry of connections) {
      entry.sent = performance.now();
      entry.connection.write(request);
    }
    await Promise.race([failed, window.wait(milliseconds)]);
    isOpen = false;
    return window.close();
  } finally {
    isOpen = false;
    for (const { connection } of connections) connection.close();
  }
}
