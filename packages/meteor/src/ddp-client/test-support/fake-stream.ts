import type {
  DDPStatus,
  DisconnectOptions,
  ReconnectOptions,
  Stream,
  StreamEvents,
} from '@bolide/meteor/socket-stream-client';

type Frame = Record<string, unknown>;

/** A stream whose other end is the test. */
export class FakeStream implements Stream {
  /** What was sent while connected, parsed. */
  sent: Frame[] = [];
  state: DDPStatus = { status: 'connecting', connected: false, retryCount: 0 };
  reconnects: ReconnectOptions[] = [];
  disconnects: DisconnectOptions[] = [];
  lost: unknown[] = [];
  readonly #listeners: { [Name in keyof StreamEvents]: StreamEvents[Name][] } = {
    message: [],
    reset: [],
    disconnect: [],
  };

  on<Name extends keyof StreamEvents>(name: Name, callback: StreamEvents[Name]): void {
    this.#listeners[name].push(callback);
  }

  send(data: string): void {
    if (this.state.connected) this.sent.push(JSON.parse(data));
  }

  status(): DDPStatus {
    return this.state;
  }

  reconnect(options: ReconnectOptions = {}): void {
    this.reconnects.push(options);
  }

  disconnect(options: DisconnectOptions = {}): void {
    this.disconnects.push(options);
    this.state = { status: options._permanent ? 'failed' : 'offline', connected: false, retryCount: 0 };
    for (const listener of this.#listeners.disconnect) listener();
  }

  _lostConnection(error?: unknown): void {
    this.lost.push(error);
  }

  /** A socket opens. */
  async open(): Promise<void> {
    this.state = { status: 'connected', connected: true, retryCount: 0 };
    for (const listener of this.#listeners.reset) await listener();
  }

  /** The socket breaks. */
  async drop(status: DDPStatus['status'] = 'waiting'): Promise<void> {
    this.state = { status, connected: false, retryCount: 0 };
    for (const listener of this.#listeners.disconnect) await listener();
  }

  /** A frame comes from the server: an object, or any text. */
  async receive(frame: Frame | string): Promise<void> {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
    for (const listener of this.#listeners.message) await listener(text);
  }

  /** Opens and greets as a server does; nothing of it is left in `sent`. */
  async connect(session = 'session1'): Promise<void> {
    await this.open();
    this.sent = [];
    await this.receive({ msg: 'connected', session });
  }

  /** Takes out what was sent so far. */
  take(): Frame[] {
    const { sent } = this;
    this.sent = [];
    return sent;
  }

  /** Takes out the one frame that was sent. */
  takeOne(): Frame {
    const frames = this.take();
    if (frames.length !== 1) throw new Error(`Expected one frame, not ${JSON.stringify(frames)}`);
    return frames[0] as Frame;
  }

  /** Answers a method as a server does that has written nothing. */
  async answer(id: unknown, result?: unknown): Promise<void> {
    await this.receive({ msg: 'result', id, ...(result === undefined ? {} : { result }) });
    await this.receive({ msg: 'updated', methods: [id] });
  }
}
