import { checkCloseCode, fittingReason } from '../close-frame.js';
import type { HostSocket, RequestInfo, WebSocketRoute } from '../host.js';
import type { IdleMember, IdleSweep } from '../idle-sweep.js';
import { atEndOfTurn, TURN_LIMIT } from '../turn-queue.js';
import type { BunWebSocket } from './bun-server.js';

/** Milliseconds that a socket cut with 1013 has to take its close frame. */
const CUT_GRACE = 1000;

const TOO_BIG = 'message too big';
/** Bun's words for a message over the limit of the whole server. */
const BUN_TOO_BIG = 'Received too big message';

/** What one server's sockets share. */
export interface SocketSurroundings {
  readonly open: Set<BunHostSocket>;
  readonly idle: IdleSweep;
  readonly onError: (error: unknown, request: RequestInfo) => void;
}

export class BunHostSocket implements HostSocket, IdleMember {
  readonly request: RequestInfo;
  readonly idleMilliseconds: number;
  data: unknown = undefined;
  lastActive = 0;
  readonly #route: WebSocketRoute;
  readonly #shared: SocketSurroundings;
  #webSocket: BunWebSocket | undefined;
  #queue: (string | Uint8Array)[] = [];
  #queuedSize = 0;
  #scheduled = false;
  #awaitsDrain = false;
  #isOpen = true;
  /** What the owner is told instead of the code that the wire gives. */
  #ownCode = 0;
  #ownReason = '';
  readonly #sendQueue = (): void => {
    const webSocket = this.#webSocket as BunWebSocket;
    const queue = this.#queue;
    for (let index = 0; index < queue.length; index++) {
      const data = queue[index] as string | Uint8Array;
      if (typeof data === 'string') webSocket.sendText(data, this.#route.compression);
      else webSocket.sendBinary(data as Uint8Array<ArrayBuffer>, this.#route.compression);
    }
    queue.length = 0;
    this.#queuedSize = 0;
  };

  constructor(request: RequestInfo, route: WebSocketRoute, shared: SocketSurroundings) {
    this.request = request;
    this.#route = route;
    this.#shared = shared;
    this.idleMilliseconds = route.idleTimeout * 1000;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get bufferedAmount(): number {
    return this.#queuedSize + (this.#webSocket?.getBufferedAmount() ?? 0);
  }

  send(data: string | Uint8Array): void {
    if (!this.#isOpen) return;
    this.#queue.push(data);
    this.#queuedSize += typeof data === 'string' ? data.length : data.byteLength;
    if (this.#queuedSize > TURN_LIMIT) this.#write();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      atEndOfTurn(this);
    }
  }

  flush(): void {
    this.#scheduled = false;
    this.#write();
  }

  #write(): void {
    const webSocket = this.#webSocket;
    if (webSocket === undefined || this.#queue.length === 0) return;
    if (this.#queue.length === 1) this.#sendQueue();
    else webSocket.cork(this.#sendQueue);
    const buffered = webSocket.getBufferedAmount();
    if (buffered === 0) return;
    this.#awaitsDrain = true;
    if (buffered > this.#route.maxBufferedAmount) this.#cut();
  }

  close(code = 1000, reason = ''): void {
    checkCloseCode(code);
    if (!this.#isOpen) return;
    this.flush();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#webSocket?.close(code, fittingReason(reason));
  }

  terminate(): void {
    this.#isOpen = false;
    this.#webSocket?.terminate();
  }

  closeIdle(): void {
    this.#shared.idle.delete(this);
    this.close(1001, 'idle timeout');
  }

  /** For the server: the handshake is done. */
  opened(webSocket: BunWebSocket): void {
    this.#webSocket = webSocket;
    this.#shared.open.add(this);
    this.#shared.idle.add(this);
    this.#guard(() => this.#route.open(this));
  }

  /** For the server: one whole message came in. */
  received(data: string | Uint8Array): void {
    this.lastActive = this.#shared.idle.now;
    if (!this.#isOpen) return;
    const size = typeof data === 'string' ? data.length : data.byteLength;
    // A string of fewer characters may still be longer in bytes; Bun's own limit has bounded it already.
    if (size > this.#route.maxMessageSize || (typeof data === 'string' && this.#isTooLong(data))) {
      this.close(1009, TOO_BIG);
      return;
    }
    try {
      this.#route.message(this, data);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** For the server: a ping or a pong came in. */
  alive(): void {
    this.lastActive = this.#shared.idle.now;
  }

  /** For the server: the socket takes data again. */
  drained(): void {
    if (!this.#awaitsDrain || this.#webSocket?.getBufferedAmount() !== 0) return;
    this.#awaitsDrain = false;
    this.#guard(() => this.#route.drain?.(this));
  }

  /** For the server: it is over. */
  closed(code: number, reason: string): void {
    // Bun sends 1009 to the client and tells us of an abnormal end.
    if (code === 1006 && reason === BUN_TOO_BIG) this.#tellOwner(1009, TOO_BIG);
    this.#isOpen = false;
    this.#queue = [];
    this.#queuedSize = 0;
    this.#shared.open.delete(this);
    this.#shared.idle.delete(this);
    const ownCode = this.#ownCode;
    this.#guard(() =>
      this.#route.close(this, ownCode === 0 ? code : ownCode, ownCode === 0 ? reason : this.#ownReason),
    );
  }

  #isTooLong(text: string): boolean {
    const limit = this.#route.maxMessageSize;
    return text.length * 3 > limit && Buffer.byteLength(text) > limit;
  }

  #cut(): void {
    this.#isOpen = false;
    this.#tellOwner(1013, 'too slow');
    this.#webSocket?.close(1013, this.#ownReason);
    setTimeout(() => this.#webSocket?.terminate(), CUT_GRACE).unref();
  }

  /** Sets what the owner will be told when the socket is closed. The first reason counts. */
  #tellOwner(code: number, reason: string): void {
    if (this.#ownCode !== 0) return;
    this.#ownCode = code;
    this.#ownReason = reason;
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#shared.onError(error, this.request);
    this.close(1011);
  }
}
