/** Where a response body goes: one answer in one piece, or a stream that the client's pace drives. */
export interface BodyListener {
  /** All bytes were handed to Bun. */
  onFinish(): void;
  /** Waiting bytes were taken. */
  onDrain(): void;
  /** The client is gone, or Bun gave up. */
  onCancel(): void;
}

type Callback = ((error?: Error | null) => void) | undefined;

/** Gathers what is written to a response until it is known whether it comes in one piece. */
export class OutgoingBody {
  /** Bytes that wait. */
  size = 0;
  readonly #listener: BodyListener;
  #chunks: Uint8Array[] = [];
  #callbacks: (() => void)[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #wake: (() => void) | undefined;
  #isEnded = false;
  #isClosed = false;

  constructor(listener: BodyListener) {
    this.#listener = listener;
  }

  push(chunk: Uint8Array, callback: Callback): void {
    if (chunk.byteLength > 0) {
      this.#chunks.push(chunk);
      this.size += chunk.byteLength;
    }
    if (callback !== undefined) this.#callbacks.push(callback);
    this.#wake?.();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Everything in one piece, for a response that ended before its stream was needed. */
  takeAll(): Uint8Array | null {
    const bytes = this.#take();
    this.#isClosed = true;
    return bytes;
  }

  /** The rest of the body as a stream. It takes bytes no faster than the client does. */
  stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: (controller) => this.#pull(controller),
        cancel: () => {
          this.#isClosed = true;
          this.#wake?.();
          this.#listener.onCancel();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Breaks a stream off, so that the client does not take it for complete. */
  fail(error: Error): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#chunks = [];
    this.size = 0;
    this.#controller?.error(error);
    this.#wake?.();
  }

  #pull(controller: ReadableStreamDefaultController<Uint8Array>): void | Promise<void> {
    if (this.size === 0 && !this.#isEnded && !this.#isClosed) {
      return new Promise<void>((resolve) => {
        this.#wake = () => {
          this.#wake = undefined;
          // What is written in one go goes out in one piece.
          queueMicrotask(() => {
            this.#deliver(controller);
            resolve();
          });
        };
      });
    }
    this.#deliver(controller);
  }

  #deliver(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (this.#isClosed) return;
    const bytes = this.#take();
    if (bytes !== null) controller.enqueue(bytes);
    if (this.#isEnded) {
      this.#isClosed = true;
      controller.close();
      this.#listener.onFinish();
    } else {
      this.#listener.onDrain();
    }
  }

  #take(): Uint8Array | null {
    const chunks = this.#chunks;
    const callbacks = this.#callbacks;
    const bytes =
      chunks.length === 0 ? null : chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, this.size);
    this.#chunks = [];
    this.#callbacks = [];
    this.size = 0;
    if (callbacks.length > 0) {
      process.nextTick(() => {
        for (const callback of callbacks) callback();
      });
    }
    return bytes;
  }
}
