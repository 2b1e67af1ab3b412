import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { RequestSocket } from './socket.js';

/** Bodies up to this size arrive in one piece; reading them through a stream costs more than they do. */
const SMALL_BODY = 64 * 1024;

type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>;

/** Tells the host how the body goes. */
export interface BodyListener {
  /** A piece of a large body came. */
  onPiece(): void;
  /** A body was read to its end. */
  onEnd(): void;
}

/**
 * A Web Request in the shape of an IncomingMessage.
 *
 * Express replaces the prototype of each request by one that derives from `IncomingMessage.prototype`. So everything
 * that must not come from there is a field of the object itself.
 */
export class BunIncomingMessage extends Readable {
  readonly webRequest: Request;
  url: string;
  originalUrl?: string;
  method: string;
  httpVersion = '1.1';
  httpVersionMajor = 1;
  httpVersionMinor = 1;
  headers: Record<string, string | string[] | undefined> = {};
  rawHeaders: string[] = [];
  trailers: Record<string, string> = {};
  rawTrailers: string[] = [];
  trailersDistinct: Record<string, string[]> = {};
  complete = false;
  aborted = false;
  statusCode: number | undefined = undefined;
  statusMessage: string | undefined = undefined;
  socket: RequestSocket;
  connection: RequestSocket;
  setTimeout = setTimeoutOnSocket;
  _dump = dump;

  constructor(request: Request, target: string, socket: RequestSocket, listener: BodyListener) {
    const source = new BodySource(request, listener);
    super({
      read() {
        source.read(this as BunIncomingMessage);
      },
      destroy(error, callback) {
        source.cancel();
        const message = this as BunIncomingMessage;
        if (error !== null && !message.complete) {
          message.aborted = true;
          message.emit('aborted');
        }
        // As in node:http: a client that left is told to those who listen, and kills nobody who does not.
        callback(error !== null && message.listenerCount('error') === 0 ? null : error);
      },
    });
    this.webRequest = request;
    this.url = target;
    this.method = request.method;
    this.socket = socket;
    this.connection = socket;
    const { headers, rawHeaders } = this;
    request.headers.forEach((value, name) => {
      headers[name] = value;
      rawHeaders.push(name, value);
    });
  }
}

// So that `instanceof IncomingMessage` holds; the constructor stays Readable's.
Object.setPrototypeOf(BunIncomingMessage.prototype, IncomingMessage.prototype);

function setTimeoutOnSocket(this: BunIncomingMessage, milliseconds: number, callback?: () => void): BunIncomingMessage {
  this.socket.setTimeout(milliseconds, callback);
  return this;
}

/** Throws away what nobody read. */
function dump(this: BunIncomingMessage): void {
  if (!this.destroyed) this.destroy();
}

/** Feeds the body of a Web request to a Readable, as fast as that is read. */
class BodySource {
  readonly #request: Request;
  readonly #listener: BodyListener;
  #reader: BodyReader | undefined;
  #ended = false;
  #isReading = false;

  constructor(request: Request, listener: BodyListener) {
    this.#request = request;
    this.#listener = listener;
  }

  read(message: BunIncomingMessage): void {
    if (this.#isReading || this.#ended) return;
    if (this.#reader !== undefined) {
      this.#readChunk(message, this.#reader);
      return;
    }
    const request = this.#request;
    const size = Number(request.headers.get('content-length') ?? Number.NaN);
    if (request.method === 'GET' || request.method === 'HEAD' || size === 0 || request.body === null) {
      this.#end(message);
    } else if (size <= SMALL_BODY) {
      this.#isReading = true;
      request.arrayBuffer().then(
        (bytes) => {
          if (message.destroyed) return;
          if (bytes.byteLength > 0) message.push(Buffer.from(bytes));
          this.#end(message);
        },
        (error: unknown) => message.destroy(asError(error)),
      );
    } else {
      const reader = request.body.getReader() as BodyReader;
      this.#reader = reader;
      this.#readChunk(message, reader);
    }
  }

  #readChunk(message: BunIncomingMessage, reader: BodyReader): void {
    this.#isReading = true;
    reader.read().then(
      ({ done, value }) => {
        this.#isReading = false;
        if (message.destroyed) return;
        if (done) this.#end(message);
        else {
          this.#listener.onPiece();
          message.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
        }
      },
      (error: unknown) => message.destroy(asError(error)),
    );
  }

  #end(message: BunIncomingMessage): void {
    const hadBody = this.#isReading || this.#reader !== undefined;
    this.#ended = true;
    message.complete = true;
    message.push(null);
    if (hadBody) this.#listener.onEnd();
  }

  cancel(): void {
    if (this.#ended) return;
    this.#ended = true;
    // The body may have failed already; whoever read it knows.
    this.#reader?.cancel().catch(() => {});
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
