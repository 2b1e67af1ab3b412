import { once } from 'node:events';
import { WebSocket } from 'ws';

export type Frame = Readonly<Record<string, unknown>>;

/** A plain DDP client over WebSocket that keeps every frame it got: for tests that look at the protocol itself. */
export class TestDdp {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  #waiting: { matches: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = [];
  #lastId = 0;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`, { headers });
    this.socket.on('message', (data) => this.#take(JSON.parse(String(data)) as Frame));
    this.socket.on('error', () => {});
  }

  /** Opens a socket and shakes hands. */
  static async connect(url: string, headers: Record<string, string> = {}): Promise<TestDdp> {
    const client = new TestDdp(url, headers);
    await once(client.socket, 'open');
    client.send({ msg: 'connect', version: '1', support: ['1', 'pre2', 'pre1'] });
    await client.next((frame) => frame.msg === 'connected');
    return client;
  }

  send(frame: Frame | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** The first frame, past or to come, that matches; rejects after 10 seconds. */
  next(matches: (frame: Frame) => boolean): Promise<Frame> {
    const found = this.frames.find(matches);
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`No such frame came. Those that did: ${JSON.stringify(this.frames.slice(-10))}`)),
        10_000,
      );
      this.#waiting.push({
        matches,
        resolve: (frame) => {
          clearTimeout(timer);
          resolve(frame);
        },
      });
    });
  }

  /** Calls a method: its result, or its error as the server sent it. */
  async call(method: string, ...params: unknown[]): Promise<{ result?: unknown; error?: Record<string, unknown> }> {
    const id = `m${++this.#lastId}`;
    this.send({ msg: 'method', id, method, params });
    const frame = await this.next(({ msg, id: of }) => msg === 'result' && of === id);
    return frame as { result?: unknown; error?: Record<string, unknown> };
  }

  async subscribe(name: string, ...params: unknown[]): Promise<string> {
    const id = `s${++this.#lastId}`;
    this.send({ msg: 'sub', id, name, params });
    await this.next(({ msg, subs }) => msg === 'ready' && (subs as string[]).includes(id));
    return id;
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.socket, 'close');
    this.socket.close();
    await closed;
  }

  #take(frame: Frame): void {
    if (frame.msg === 'ping') this.send({ msg: 'pong', ...(frame.id !== undefined && { id: frame.id }) });
    this.frames.push(frame);
    const waiting = this.#waiting.filter(({ matches }) => matches(frame));
    this.#waiting = this.#waiting.filter((entry) => !waiting.includes(entry));
    for (const { resolve } of waiting) resolve(frame);
  }
}
