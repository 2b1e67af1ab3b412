import { CallFrames, ID_DIGITS } from './call-frames.js';
import { clientFrame } from './client-frame.js';
import { Connection } from './connection.js';
import { FrameReader } from './frame-reader.js';
import type { DDPCommand } from './protocol.js';

/** What the `echo` method is called with. */
const VALUE = 'hello from the bench';

const HEAD_END = Buffer.from('\r\n\r\n');

/** A message begins `{"msg":"`; the next letter tells the kinds apart. */
const KIND_AT = 8;
const RESULT = 'r'.charCodeAt(0);
const UPDATED = 'u'.charCodeAt(0);

const updatedLength = (id: string): number => JSON.stringify({ msg: 'updated', methods: [id] }).length;
const resultLength = (id: string): number => JSON.stringify({ msg: 'result', id, result: VALUE }).length;
const UPDATED_LENGTH = updatedLength('0'.repeat(ID_DIGITS));
const RESULT_LENGTH = resultLength('0'.repeat(ID_DIGITS));

/**
 * One DDP client that calls `echo`, and keeps a number of calls under way. A call has ended when both its frames,
 * `result` and `updated`, are there. The server answers a client's calls in their order, so answers are counted, and
 * only the first is looked at in full.
 */
export class DDPConnection {
  readonly #command: DDPCommand;
  readonly #onAnswers: (sentAt: number, now: number) => void;
  readonly #onFailure: (reason: unknown) => void;
  readonly #frames: CallFrames;
  readonly #reader = new FrameReader((data, start, end) => this.#takeFrame(data, start, end));
  /** When the calls under way were sent: a ring. */
  readonly #sentAt: Float64Array;
  #oldest = 0;
  #connection: Connection | undefined;
  #handshake = '';
  #state: 'upgrading' | 'connecting' | 'checking' | 'ready' = 'upgrading';
  #onReady: () => void = () => {};
  #results = 0;
  #updates = 0;
  #isCalling = false;
  bytes = 0;

  constructor(
    command: DDPCommand,
    onAnswers: (sentAt: number, now: number) => void,
    onFailure: (reason: unknown) => void,
  ) {
    this.#command = command;
    this.#onAnswers = onAnswers;
    this.#onFailure = onFailure;
    this.#frames = new CallFrames(command.outstanding, VALUE);
    this.#sentAt = new Float64Array(command.outstanding);
  }

  /** Upgrades, shakes hands, and makes one call whose answer is checked. */
  async open(): Promise<void> {
    const { hostname, port, path } = this.#command;
    const ready = new Promise<void>((resolve) => {
      this.#onReady = resolve;
    });
    this.#connection = await Connection.open(hostname, port, (bytes) => this.#take(bytes), this.#onFailure);
    this.#connection.write(
      Buffer.from(
        [
          `GET ${path} HTTP/1.1`,
          `Host: ${hostname}:${port}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          '\r\n',
        ].join('\r\n'),
        'latin1',
      ),
    );
    await ready;
  }

  /** Begins to call. */
  start(): void {
    this.#isCalling = true;
    this.#results = this.#updates = 0;
    this.#oldest = 0;
    this.#call(this.#command.outstanding, performance.now());
  }

  /** Answers that come later no longer count. */
  stop(): void {
    this.#isCalling = false;
  }

  close(): void {
    this.#connection?.close();
  }

  #take(bytes: Buffer): void {
    try {
      this.bytes += bytes.length;
      if (this.#state === 'upgrading') this.#takeHandshake(bytes);
      else this.#reader.read(bytes);
      if (this.#isCalling) this.#countAnswers();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #takeHandshake(bytes: Buffer): void {
    this.#handshake += bytes.toString('latin1');
    const end = this.#handshake.indexOf('\r\n\r\n');
    if (end === -1) return;
    if (!this.#handshake.startsWith('HTTP/1.1 101 ')) {
      throw new Error(`the server refused the WebSocket: ${JSON.stringify(this.#handshake.slice(0, 200))}`);
    }
    this.#state = 'connecting';
    this.#send({ msg: 'connect', version: '1', support: ['1', 'pre2', 'pre1'] });
    const rest = Buffer.from(this.#handshake.slice(end + HEAD_END.length), 'latin1');
    if (rest.length > 0) this.#reader.read(rest);
  }

  #send(message: object): void {
    this.#connection?.write(clientFrame(JSON.stringify(message)).bytes);
  }

  #call(count: number, now: number): void {
    const { outstanding } = this.#command;
    for (let index = 0; index < count; index++) {
      this.#sentAt[this.#oldest] = now;
      this.#oldest = this.#oldest + 1 === outstanding ? 0 : this.#oldest + 1;
    }
    this.#connection?.write(this.#frames.next(count));
  }

  #takeFrame(data: Buffer, start: number, end: number): void {
    if (this.#state === 'ready') {
      const length = end - start;
      const kind = data[start + KIND_AT];
      if (kind === RESULT && length === RESULT_LENGTH) this.#results++;
      else if (kind === UPDATED && length === UPDATED_LENGTH) this.#updates++;
      else this.#takeOther(JSON.parse(data.toString('utf8', start, end)));
    } else {
      this.#takeEarly(JSON.parse(data.toString('utf8', start, end)));
    }
  }

  /** What is not one of the two frames that most are. */
  #takeOther(message: { msg?: string; methods?: unknown[]; error?: unknown; result?: unknown }): void {
    if (message.msg === 'updated') this.#updates += message.methods?.length ?? 0;
    else if (message.msg === 'result' && message.result === VALUE) this.#results++;
    else if (message.msg === 'result' || message.msg === 'error') {
      throw new Error(`the server answered ${JSON.stringify(message)}`);
    }
  }

  #takeEarly(message: { msg?: string; id?: string; result?: unknown }): void {
    if (message.msg === 'connected') {
      this.#state = 'checking';
      this.#connection?.write(this.#frames.next(1));
    } else if (message.msg === 'failed' || message.msg === 'error') {
      throw new Error(`the server answered ${JSON.stringify(message)}`);
    } else if (message.msg === 'result') {
      if (message.result !== VALUE) throw new Error(`echo answered ${JSON.stringify(message)}`);
      this.#results++;
    } else if (message.msg === 'updated') {
      this.#updates++;
    }
    if (this.#results > 0 && this.#updates > 0) {
      this.#state = 'ready';
      this.#onReady();
    }
  }

  #countAnswers(): void {
    const count = Math.min(this.#results, this.#updates);
    if (count === 0) return;
    this.#results -= count;
    this.#updates -= count;
    const now = performance.now();
    // The ring is full whenever nothing was answered, so the oldest call stands where the next one goes.
    const { outstanding } = this.#command;
    for (let index = 0; index < count; index++) {
      const at = this.#oldest + index;
      this.#onAnswers(this.#sentAt[at < outstanding ? at : at - outstanding] as number, now);
    }
    this.#call(count, now);
  }
}
