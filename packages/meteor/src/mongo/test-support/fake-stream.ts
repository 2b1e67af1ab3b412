import type { DDPStatus, Stream, StreamEvents } from '@bolide/meteor/socket-stream-client';

type Frame = Record<string, unknown>;

/** A socket whose other end is the test. */
export class FakeStream implements Stream {
  sent: Frame[] = [];
  #state: DDPStatus = { status: 'connecting', connected: false, retryCount: 0 };
  readonly #listeners: { [Name in keyof StreamEvents]: StreamEvents[Name][] } = {
    message: [],
    reset: [],
    disconnect: [],
  };

  on<Name extends keyof StreamEvents>(name: Name, callback: StreamEvents[Name]): void {
    this.#listeners[name].push(callback);
  }

  send(data: string): void {
    if (this.#state.connected) this.sent.push(JSON.parse(data));
  }

  status(): DDPStatus {
    return this.#state;
  }

  reconnect(): void {}

  disconnect(): void {}

  _lostConnection(): void {}

  /** A session begins. */
  async connect(session = 'session1'): Promise<void> {
    this.#state = { status: 'connected', connected: true, retryCount: 0 };
    for (const listener of this.#listeners.reset) await listener();
    this.sent = [];
    await this.receive({ msg: 'connected', session });
  }

  async drop(): Promise<void> {
    this.#state = { status: 'waiting', connected: false, retryCount: 0 };
    for (const listener of this.#listeners.disconnect) await listener();
  }

  /** Frames come from the server. */
  async receive(...frames: Frame[]): Promise<void> {
    for (const frame of frames) {
      for (const listener of this.#listeners.message) await listener(JSON.stringify(frame));
    }
    await settle();
  }

  /** Takes out what was sent so far. */
  take(): Frame[] {
    const { sent } = this;
    this.sent = [];
    return sent;
  }
}

/** Lets all that is due run. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
