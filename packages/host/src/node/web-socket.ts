import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocket, WebSocketServer } from 'ws';
import { checkCloseCode, fittingReason } from '../close-frame.js';
import type { HostSocket, RequestInfo, WebSocketRoute } from '../host.js';
import type { IdleMember, IdleSweep } from '../idle-sweep.js';
import { chooseSubProtocol } from '../sub-protocol.js';
import { atEndOfTurn, TURN_LIMIT } from '../turn-queue.js';
import { FrameQueue } from './frame-queue.js';

/** Milliseconds that a socket cut with 1013 has to take its close frame. */
const CUT_GRACE = 1000;

/** Upgrades connections, and knows which are open. */
export class NodeWebSockets {
  readonly open = new Set<NodeHostSocket>();
  #onEmpty: (() => void) | undefined;
  #library: Promise<void> | undefined;
  #serverClass: typeof WebSocketServer | undefined;
  readonly #servers = new Map<string, WebSocketServer>();
  readonly #idle: IdleSweep;
  readonly #onError: (error: unknown, request: RequestInfo) => void;
  /** For the handshake under way; `ws` asks for it before `handleUpgrade` returns. */
  #subProtocol: string | undefined;

  constructor(idle: IdleSweep, onError: (error: unknown, request: RequestInfo) => void) {
    this.#idle = idle;
    this.#onError = onError;
  }

  /**
   * Finishes the handshake; `ws` answers requests that are no proper handshake by the book. It is loaded for the first
   * one, so that a server which starts is not kept from its first page.
   */
  async upgrade(
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
    info: RequestInfo,
    route: WebSocketRoute,
  ): Promise<void> {
    this.#library ??= import('ws').then((library) => {
      this.#serverClass = library.WebSocketServer;
    });
    if (this.#serverClass === undefined) await this.#library;
    this.#upgrade(request, socket, head, info, route);
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer, info: RequestInfo, route: WebSocketRoute): void {
    this.#subProtocol = chooseSubProtocol(route, info.header('sec-websocket-protocol'), info);
    this.#serverFor(route).handleUpgrade(request, socket, head, (webSocket) => {
      const hostSocket = new NodeHostSocket(webSocket, socket, info, route, this.#idle, this.#onError);
      this.open.add(hostSocket);
      hostSocket.start(() => {
        this.open.delete(hostSocket);
        if (this.open.size === 0) this.#onEmpty?.();
      });
    });
  }

  /** Resolves when the last socket is closed and its owner knows. */
  untilEmpty(): Promise<void> {
    if (this.open.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** `ws` takes these options per server, so there is one for each combination. */
  #serverFor(route: WebSocketRoute): WebSocketServer {
    const key = `${route.maxMessageSize} ${route.compression}`;
    let server = this.#servers.get(key);
    if (server === undefined) {
      server = new (this.#serverClass as typeof WebSocketServer)({
        noServer: true,
        clientTracking: false,
        maxPayload: route.maxMessageSize,
        perMessageDeflate: route.compression ? { threshold: 1024 } : false,
        handleProtocols: () => this.#subProtocol ?? false,
      });
      this.#servers.set(key, server);
    }
    return server;
  }
}

class NodeHostSocket implements HostSocket, IdleMember {
  readonly request: RequestInfo;
  readonly idleMilliseconds: number;
  data: unknown = undefined;
  lastActive = 0;
  readonly #webSocket: WebSocket;
  readonly #socket: Socket;
  readonly #route: WebSocketRoute;
  readonly #idle: IdleSweep;
  readonly #onError: (error: unknown, request: RequestInfo) => void;
  readonly #queue = new FrameQueue();
  #scheduled = false;
  #awaitsDrain = false;
  #isOpen = true;
  readonly #onWritten = (): void => {
    if (!this.#awaitsDrain || !this.#isOpen || this.#webSocket.bufferedAmount > 0) return;
    this.#awaitsDrain = false;
    this.#guard(() => this.#route.drain?.(this));
  };
  /** What the owner is told instead of the code that the wire gives. */
  #ownCode = 0;
  #ownReason = '';

  constructor(
    webSocket: WebSocket,
    socket: Socket,
    request: RequestInfo,
    route: WebSocketRoute,
    idle: IdleSweep,
    onError: (error: unknown, request: RequestInfo) => void,
  ) {
    this.#webSocket = webSocket;
    this.#socket = socket;
    this.request = request;
    this.#route = route;
    this.#idle = idle;
    this.#onError = onError;
    this.idleMilliseconds = route.idleTimeout * 1000;
  }

  start(onClosed: () => void): void {
    const webSocket = this.#webSocket;
    const alive = (): void => {
      this.lastActive = this.#idle.now;
    };
    webSocket.on('message', (data, isBinary) => {
      this.lastActive = this.#idle.now;
      if (!this.#isOpen) return;
      const bytes = data as Buffer;
      this.#guard(() => this.#route.message(this, isBinary ? bytes : bytes.toString()));
    });
    webSocket.on('ping', alive);
    webSocket.on('pong', alive);
    // `ws` tells the client the right code after an error of the protocol, and the owner that of an abnormal end.
    webSocket.on('error', (error: NodeJS.ErrnoException) => this.#tellOwner(closeCodeOf(error), error.message));
    webSocket.once('close', (code, reason) => {
      this.#isOpen = false;
      this.#idle.delete(this);
      this.#queue.clear();
      const ownCode = this.#ownCode;
      this.#guard(() =>
        this.#route.close(this, ownCode === 0 ? code : ownCode, ownCode === 0 ? reason.toString() : this.#ownReason),
      );
      onClosed();
    });
    this.#idle.add(this);
    this.#guard(() => this.#route.open(this));
  }

  get isOpen(): boolean {
    return this.#isOpen && this.#webSocket.readyState === 1;
  }

  get bufferedAmount(): number {
    return this.#queue.size + this.#webSocket.bufferedAmount;
  }

  send(data: string | Uint8Array): void {
    if (!this.isOpen) return;
    this.#queue.push(data);
    if (this.#queue.size > TURN_LIMIT) this.#write();
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
    const queue = this.#queue;
    if (queue.size === 0) return;
    if (this.#webSocket.readyState !== 1) {
      queue.clear();
      return;
    }
    const onWritten = this.#route.drain === undefined ? undefined : this.#onWritten;
    if (this.#route.compression && this.#webSocket.extensions !== '') {
      this.#socket.cork();
      const last = queue.messages.length - 1;
      queue.messages.forEach((data, index) => {
        const options = { binary: typeof data !== 'string' };
        this.#webSocket.send(data, options, index === last ? onWritten : undefined);
      });
      this.#socket.uncork();
      queue.clear();
    } else {
      // Without extensions a server's frame is a short header before the payload, and `ws` writes every frame at once,
      // so frames written here keep their order with those that `ws` sends (pong, close).
      this.#socket.write(queue.take(), onWritten);
    }
    const buffered = this.#webSocket.bufferedAmount;
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
    this.#webSocket.close(code, fittingReason(reason));
  }

  terminate(): void {
    this.#isOpen = false;
    this.#webSocket.terminate();
  }

  closeIdle(): void {
    this.#idle.delete(this);
    this.close(1001, 'idle timeout');
  }

  #cut(): void {
    this.#isOpen = false;
    this.#tellOwner(1013, 'too slow');
    this.#webSocket.close(1013, this.#ownReason);
    setTimeout(() => this.#webSocket.terminate(), CUT_GRACE).unref();
  }

  /** Sets what the owner will be told when the socket is closed. The first reason counts; 0 is none. */
  #tellOwner(code: number, reason: string): void {
    if (this.#ownCode !== 0) return;
    this.#ownCode = code;
    this.#ownReason = reason;
  }

  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#onError(error, this.request);
      this.close(1011);
    }
  }
}

/** The code with which `ws` closes after an error; 0 when it is not one of the protocol. */
function closeCodeOf(error: NodeJS.ErrnoException): number {
  const { code = '' } = error;
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return 1009;
  if (code === 'WS_ERR_INVALID_UTF8') return 1007;
  return code.startsWith('WS_ERR_') ? 1002 : 0;
}
