import type { DDPMessage } from '@bolide/meteor/ddp-common';
import type { Server } from '../meteor-server.js';
import type { Session } from '../session/session.js';
import type { Transport } from '../transport/transport.js';
import { createWebSocketTransport } from '../transport/websocket.js';
import { FakeHostSocket, fakeRequest } from './fake-host-socket.js';

export const transportOptions = { maxMessageSize: 4_000_000, maxBufferedAmount: 64_000_000, compression: false };

/** A client that speaks DDP by hand, without a network. */
export class ProtocolClient {
  readonly host: FakeHostSocket;
  private readonly transport: Transport;

  constructor(server: Server, transport?: Transport, headers: Record<string, string> = {}) {
    this.transport = transport ?? createWebSocketTransport(server, server.stream_server, transportOptions, false);
    this.host = new FakeHostSocket(fakeRequest('/websocket', headers));
    this.host.onClosed = () => this.transport.route.close(this.host, 1000, '');
    this.transport.route.open(this.host);
  }

  /** A client whose `connect` has been answered. */
  static connected(server: Server): ProtocolClient {
    const client = new ProtocolClient(server);
    client.connect();
    return client;
  }

  connect(): void {
    this.send({ msg: 'connect', version: '1', support: ['1', 'pre2', 'pre1'] });
    this.take();
  }

  get session(): Session {
    return (this.host.data as { _meteorSession: Session })._meteorSession;
  }

  send(message: object | string): void {
    this.transport.route.message(this.host, typeof message === 'string' ? message : JSON.stringify(message));
  }

  method(id: string, method: string, ...params: unknown[]): void {
    this.send({ msg: 'method', id, method, params });
  }

  sub(id: string, name: string, ...params: unknown[]): void {
    this.send({ msg: 'sub', id, name, params });
  }

  unsub(id: string): void {
    this.send({ msg: 'unsub', id });
  }

  /** The host's socket takes data again. */
  drain(): void {
    this.transport.route.drain?.(this.host);
  }

  /** The messages since the last time. */
  take(): DDPMessage[] {
    const { sent } = this.host;
    this.host.sent = [];
    return sent.map((text) => JSON.parse(text));
  }

  /** The client goes away. */
  disconnect(): void {
    this.host.isOpen = false;
    this.transport.route.close(this.host, 1001, '');
  }
}

/** Lets promises and deferred callbacks run. */
export function settle(milliseconds = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** A promise with its handles outside. */
export function deferred<T = void>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: unknown) => void;
} {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** What is printed while `run` runs. */
export async function logged(run: () => unknown | Promise<unknown>): Promise<string[]> {
  const original = console.log;
  const lines: string[] = [];
  console.log = (...args: unknown[]) => {
    lines.push(args.map((arg) => (arg instanceof Error ? String(arg.stack) : String(arg))).join(' '));
  };
  try {
    await run();
  } finally {
    console.log = original;
  }
  return lines;
}

/** Waits until `condition` holds; fails after two seconds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (condition()) return;
    await settle(2);
  }
  throw new Error('It did not happen');
}
