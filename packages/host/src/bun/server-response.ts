import { ServerResponse, STATUS_CODES } from 'node:http';
import { Stream } from 'node:stream';
import type { BunIncomingMessage } from './incoming-message.js';
import { OutgoingBody } from './outgoing-body.js';
import { type HeaderValue, OutgoingHeaders } from './outgoing-headers.js';
import type { RequestSocket } from './socket.js';

/** As in node:http: bytes that may wait before `write` asks its caller to pause. */
const HIGH_WATER_MARK = 64 * 1024;

/** Bytes of an announced body that is sent in one piece. */
const LARGEST_PIECE = 256 * 1024;

type Callback = (error?: Error | null) => void;
type Headers_ = Readonly<Record<string, HeaderValue | undefined>> | readonly unknown[];
type Chunk = string | Uint8Array;

/**
 * A ServerResponse whose answer is a Web Response.
 *
 * Express replaces the prototype of each response by one that derives from `ServerResponse.prototype`. So every method
 * and property that must not come from there is a field of the object itself.
 */
export class BunServerResponse extends Stream {
  readonly req: BunIncomingMessage;
  readonly outgoing: Outgoing;
  socket: RequestSocket | null;
  connection: RequestSocket | null;
  statusCode = 200;
  statusMessage: string | undefined = undefined;
  sendDate = true;
  shouldKeepAlive = true;
  chunkedEncoding = false;
  useChunkedEncodingByDefault = true;
  strictContentLength = false;
  /** Set once the head is fixed; middleware looks at it. */
  _header: string | null = null;
  _headerSent = false;
  headersSent = false;
  finished = false;
  writable = true;
  writableEnded = false;
  writableFinished = false;
  writableLength = 0;
  writableHighWaterMark = HIGH_WATER_MARK;
  writableNeedDrain = false;
  writableObjectMode = false;
  writableCorked = 0;
  destroyed = false;
  closed = false;
  errored: Error | null = null;
  setHeader = setHeader;
  setHeaders = setHeaders;
  appendHeader = appendHeader;
  getHeader = getHeader;
  getHeaders = getHeaders;
  getHeaderNames = getHeaderNames;
  getRawHeaderNames = getRawHeaderNames;
  hasHeader = hasHeader;
  removeHeader = removeHeader;
  writeHead = writeHead;
  _implicitHeader = implicitHeader;
  flushHeaders = flushHeaders;
  write = write;
  end = end;
  destroy = destroy;
  cork = cork;
  uncork = uncork;
  setTimeout = setTimeoutOnSocket;
  writeContinue = informational;
  writeProcessing = informational;
  writeEarlyHints = informational;
  addTrailers = ignore;
  assignSocket = ignore;
  detachSocket = ignore;

  /** @param answer called once with the Web response */
  constructor(request: BunIncomingMessage, socket: RequestSocket, answer: (response: Response) => void) {
    super();
    this.req = request;
    this.socket = socket;
    this.connection = socket;
    this.outgoing = new Outgoing(this, answer);
  }
}

// So that `instanceof ServerResponse` holds; the constructor stays Stream's.
Object.setPrototypeOf(BunServerResponse.prototype, ServerResponse.prototype);

/** The state of a response that middleware has no business with. */
export class Outgoing {
  readonly headers = new OutgoingHeaders();
  readonly body: OutgoingBody;
  readonly #response: BunServerResponse;
  readonly #answer: (response: Response) => void;
  #isAnswered = false;
  #isStarting = false;

  constructor(response: BunServerResponse, answer: (response: Response) => void) {
    this.#response = response;
    this.#answer = answer;
    this.body = new OutgoingBody({
      onFinish: () => this.finish(),
      onDrain: () => this.#drain(),
      onCancel: () => this.abort(),
    });
  }

  /**
   * Bun sends streams in chunks and drops Content-Length, which tells browsers how far a download is. A body that is
   * announced and not large is gathered instead, and keeps it.
   */
  get #fitsInOnePiece(): boolean {
    return this.hasBody && Number(this.headers.get('content-length')) <= LARGEST_PIECE;
  }

  /** Whether a body goes with the head at all. */
  get hasBody(): boolean {
    const { statusCode, req } = this.#response;
    return req.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304 && statusCode >= 200;
  }

  /** Starts to stream at the end of this tick; a response that has ended by then goes out in one piece. */
  startSoon(): void {
    if (this.#isStarting || this.#isAnswered) return;
    this.#isStarting = true;
    process.nextTick(() => this.start());
  }

  /** Takes a piece of the body. Returns whether it can take more before some is sent. */
  push(bytes: Uint8Array, callback: Callback | undefined): boolean {
    const { body } = this;
    if (
      !this.#isAnswered &&
      !this.#isStarting &&
      this.#fitsInOnePiece &&
      body.size + bytes.byteLength <= LARGEST_PIECE
    ) {
      body.push(bytes, undefined);
      if (callback) process.nextTick(callback);
      return true;
    }
    body.push(bytes, callback);
    this.startSoon();
    return body.size < HIGH_WATER_MARK;
  }

  start(): void {
    if (this.#isAnswered || this.#response.destroyed) return;
    this.#send(this.hasBody ? this.body.stream() : null);
  }

  /** The response has ended: send it in one piece if nothing is under way. */
  end(): void {
    if (this.#isAnswered) {
      this.body.end();
      return;
    }
    const bytes = this.body.takeAll();
    if (this.hasBody) {
      this.#send(bytes as Uint8Array<ArrayBuffer> | null);
    } else {
      // HEAD tells the length of what GET would send.
      if (bytes !== null && this.#response.req.method === 'HEAD' && !this.headers.has('content-length')) {
        this.headers.set('Content-Length', bytes.byteLength);
      }
      this.#send(null);
    }
    this.finish();
  }

  /** Sends a body that Bun reads itself, and ends the response. */
  sendBlob(blob: Blob): void {
    const response = this.#response;
    response.writableEnded = true;
    response.finished = true;
    this.#send(this.hasBody ? blob : null);
    this.finish();
  }

  finish(): void {
    const response = this.#response;
    process.nextTick(() => {
      if (response.destroyed) return;
      response.writableFinished = true;
      response.emit('finish');
      response.req._dump();
      this.close();
    });
  }

  close(): void {
    const response = this.#response;
    if (response.closed) return;
    response.destroyed = true;
    response.closed = true;
    response.writable = false;
    response.emit('close');
  }

  /** The client is gone before the end. */
  abort(): void {
    const response = this.#response;
    if (response.closed || response.writableFinished) return;
    response.destroyed = true;
    response.writable = false;
    const error = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
    this.body.fail(error);
    response.socket?.setClosed();
    response.req.destroy(error);
    process.nextTick(() => this.close());
    // Bun waits for an answer although nobody will read it.
    this.#answerOnce(new Response(null, { status: 499 }));
  }

  /** Cuts the response off. */
  destroy(error: Error | undefined): void {
    const response = this.#response;
    if (response.destroyed) return;
    response.destroyed = true;
    response.writable = false;
    response.errored = error ?? null;
    this.body.fail(error ?? new Error('the response was destroyed'));
    response.socket?.setClosed();
    response.req.destroy();
    this.#answerOnce(new Response(null, { status: 500, headers: { Connection: 'close' } }));
    process.nextTick(() => {
      if (error !== undefined && response.listenerCount('error') > 0) response.emit('error', error);
      this.close();
    });
  }

  #drain(): void {
    const response = this.#response;
    response.writableLength = this.body.size;
    if (!response.writableNeedDrain || response.destroyed) return;
    response.writableNeedDrain = false;
    process.nextTick(() => {
      if (!response.destroyed) response.emit('drain');
    });
  }

  #send(body: Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array> | null): void {
    const response = this.#response;
    response._headerSent = true;
    const headers = this.headers.toWeb();
    if (!response.shouldKeepAlive) headers.set('Connection', 'close');
    // Bun calls bytes without a type `application/octet-stream`, which browsers download; node:http says nothing.
    const sent = body instanceof Uint8Array && !headers.has('content-type') ? oneChunk(body) : body;
    this.#answerOnce(new Response(sent, { status: response.statusCode, headers }));
  }

  #answerOnce(answer: Response): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#answer(answer);
  }
}

function oneChunk(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

function setHeader(this: BunServerResponse, name: string, value: HeaderValue): BunServerResponse {
  refuseAfterHead(this, 'set');
  this.outgoing.headers.set(name, value);
  return this;
}

function setHeaders(this: BunServerResponse, headers: Headers | Map<string, HeaderValue>): BunServerResponse {
  for (const [name, value] of headers) {
    if (name.toLowerCase() === 'set-cookie') this.appendHeader(name, value);
    else this.setHeader(name, value);
  }
  return this;
}

function appendHeader(this: BunServerResponse, name: string, value: HeaderValue): BunServerResponse {
  refuseAfterHead(this, 'append');
  this.outgoing.headers.append(name, value);
  return this;
}

function getHeader(this: BunServerResponse, name: string): HeaderValue | undefined {
  return this.outgoing.headers.get(name);
}

function getHeaders(this: BunServerResponse): Record<string, HeaderValue> {
  return this.outgoing.headers.toObject();
}

function getHeaderNames(this: BunServerResponse): string[] {
  return this.outgoing.headers.names();
}

function getRawHeaderNames(this: BunServerResponse): string[] {
  return this.outgoing.headers.rawNames();
}

function hasHeader(this: BunServerResponse, name: string): boolean {
  return this.outgoing.headers.has(name);
}

function removeHeader(this: BunServerResponse, name: string): void {
  refuseAfterHead(this, 'remove');
  this.outgoing.headers.delete(name);
}

function writeHead(
  this: BunServerResponse,
  status: number,
  reasonOrHeaders?: string | Headers_,
  moreHeaders?: Headers_,
): BunServerResponse {
  if (this.headersSent)
    throw nodeError(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client');
  const statusCode = Number(status) | 0;
  if (statusCode < 200 || statusCode > 599) {
    throw nodeError(RangeError, 'ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${status}`);
  }
  const headers = typeof reasonOrHeaders === 'string' ? moreHeaders : reasonOrHeaders;
  if (headers) addHeaders(this.outgoing.headers, headers);
  this.statusCode = statusCode;
  this.statusMessage =
    typeof reasonOrHeaders === 'string'
      ? reasonOrHeaders
      : (this.statusMessage ?? STATUS_CODES[statusCode] ?? 'unknown');
  this.headersSent = true;
  this._header = `HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`;
  return this;
}

/** Takes headers in the three forms that node:http does: an object, a flat list, a list of pairs. */
function addHeaders(target: OutgoingHeaders, headers: Headers_): void {
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) target.set(name, value as HeaderValue);
    return;
  }
  const flat = Array.isArray(headers[0]) ? headers.flat(1) : headers;
  if (flat.length % 2 !== 0) {
    throw nodeError(TypeError, 'ERR_INVALID_ARG_VALUE', "The argument 'headers' must have an even number of elements");
  }
  const fresh = new Set<string>();
  for (let index = 0; index < flat.length; index += 2) {
    const name = flat[index] as string;
    const lower = String(name).toLowerCase();
    // A list replaces what was set before; names repeated within it add up.
    if (fresh.has(lower)) target.append(name, flat[index + 1] as HeaderValue);
    else target.set(name, flat[index + 1] as HeaderValue);
    fresh.add(lower);
  }
}

function implicitHeader(this: BunServerResponse): void {
  this.writeHead(this.statusCode);
}

function flushHeaders(this: BunServerResponse): void {
  if (!this.headersSent) this._implicitHeader();
  this.outgoing.start();
}

function write(
  this: BunServerResponse,
  chunk: Chunk,
  encodingOrCallback?: BufferEncoding | Callback | null,
  maybeCallback?: Callback,
): boolean {
  const callback = typeof encodingOrCallback === 'function' ? encodingOrCallback : maybeCallback;
  const encoding = typeof encodingOrCallback === 'string' ? encodingOrCallback : undefined;
  const bytes = toBytes(chunk, encoding);
  if (this.writableEnded || this.destroyed) {
    const error = this.writableEnded
      ? nodeError(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end')
      : nodeError(Error, 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed');
    process.nextTick(() => {
      callback?.(error);
      if (this.writableEnded && this.listenerCount('error') > 0) this.emit('error', error);
    });
    return false;
  }
  if (!this.headersSent) this._implicitHeader();
  const { outgoing } = this;
  if (!outgoing.hasBody) {
    if (callback) process.nextTick(callback);
    outgoing.startSoon();
    return true;
  }
  const canTakeMore = outgoing.push(bytes, callback);
  this.writableLength = outgoing.body.size;
  if (!canTakeMore) this.writableNeedDrain = true;
  return canTakeMore;
}

function end(
  this: BunServerResponse,
  chunkOrCallback?: Chunk | Callback | null,
  encodingOrCallback?: BufferEncoding | Callback | null,
  maybeCallback?: Callback,
): BunServerResponse {
  const chunk = typeof chunkOrCallback === 'function' ? undefined : (chunkOrCallback ?? undefined);
  const callback = [chunkOrCallback, encodingOrCallback, maybeCallback].find((value) => typeof value === 'function');
  if (this.writableEnded || this.destroyed) {
    if (callback) {
      const error = this.writableEnded
        ? nodeError(Error, 'ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished')
        : nodeError(Error, 'ERR_STREAM_DESTROYED', 'Cannot call end after a stream was destroyed');
      process.nextTick(callback, error);
    }
    return this;
  }
  const bytes =
    chunk === undefined
      ? undefined
      : toBytes(chunk, typeof encodingOrCallback === 'string' ? encodingOrCallback : undefined);
  if (callback) this.once('finish', callback);
  if (!this.headersSent) this._implicitHeader();
  const { outgoing } = this;
  if (bytes !== undefined) outgoing.body.push(bytes, undefined);
  this.writableEnded = true;
  this.finished = true;
  outgoing.end();
  return this;
}

function destroy(this: BunServerResponse, error?: Error): BunServerResponse {
  this.outgoing.destroy(error);
  return this;
}

function cork(this: BunServerResponse): void {
  this.writableCorked++;
}

function uncork(this: BunServerResponse): void {
  if (this.writableCorked > 0) this.writableCorked--;
}

function setTimeoutOnSocket(this: BunServerResponse, milliseconds: number, callback?: () => void): BunServerResponse {
  this.socket?.setTimeout(milliseconds, callback);
  return this;
}

/** Bun sends `100 Continue` itself, and no other informational response. */
function informational(this: BunServerResponse, ...values: unknown[]): void {
  const callback = values.at(-1);
  if (typeof callback === 'function') process.nextTick(callback as () => void);
}

function ignore(): void {}

function refuseAfterHead(response: BunServerResponse, action: string): void {
  if (response.headersSent) {
    throw nodeError(Error, 'ERR_HTTP_HEADERS_SENT', `Cannot ${action} headers after they are sent to the client`);
  }
}

function toBytes(chunk: unknown, encoding: BufferEncoding | undefined): Uint8Array {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding);
  if (chunk instanceof Uint8Array) return chunk;
  if (chunk === null) throw nodeError(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
  throw nodeError(
    TypeError,
    'ERR_INVALID_ARG_TYPE',
    `The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received ${typeof chunk}`,
  );
}

function nodeError(
  kind: new (message: string) => Error,
  code: string,
  message: string,
): Error & { readonly code: string } {
  return Object.assign(new kind(message), { code });
}
