import { Retry } from '@bolide/meteor/retry';
import { Tracker } from '@bolide/meteor/tracker';
import { StreamListeners } from './stream-events.js';
import type {
  DDPStatus,
  DisconnectOptions,
  ReconnectOptions,
  SocketLike,
  Stream,
  StreamEvents,
  StreamOptions,
} from './types.js';

/** How a platform opens sockets. */
export interface StreamPlatform {
  /** The address of the DDP endpoint for what the application gave. Called for each attempt. */
  translateUrl(url: string): string;
  /** Opens a socket; its handlers are set before it can call any. */
  open(address: string, options: StreamOptions): SocketLike | Promise<SocketLike>;
}

const DEFAULT_CONNECT_TIMEOUT = 10_000;
const forcedReconnect = new Error('forced reconnect');

/**
 * Keeps one WebSocket to a server open: connects, connects again after longer and longer pauses when the connection is
 * lost, and tells its state. Frames are text.
 */
export class WebSocketStream implements Stream {
  currentStatus: DDPStatus = { status: 'connecting', connected: false, retryCount: 0 };
  /** The socket that is open or being opened. */
  socket: SocketLike | null = null;
  rawUrl: string;
  /** Set when the stream has ended for good. */
  _forcedToDisconnect = false;

  readonly options: StreamOptions;
  readonly ConnectionError: new (
    message: string,
  ) => Error;
  readonly CONNECT_TIMEOUT: number;

  readonly #platform: StreamPlatform;
  readonly #listeners = new StreamListeners();
  readonly #statusDependency = new Tracker.Dependency();
  readonly #retry = new Retry();
  #connectionTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts attempts, so that what a given-up attempt does late is not taken for the present one's doing. */
  #attempt = 0;

  constructor(url: string, options: StreamOptions | undefined, platform: StreamPlatform) {
    this.rawUrl = url;
    this.options = { ...options, retry: options?.retry ?? true };
    this.ConnectionError = options?.ConnectionError ?? Error;
    this.CONNECT_TIMEOUT = options?.connectTimeoutMs || DEFAULT_CONNECT_TIMEOUT;
    this.#platform = platform;
    // An address that can never work is the caller's mistake, not a lost connection.
    platform.translateUrl(url);
    this._launchConnection();
  }

  on<Name extends keyof StreamEvents>(name: Name, callback: StreamEvents[Name]): void {
    this.#listeners.add(name, callback);
  }

  /** Calls `visit` with each listener of an event. */
  forEachCallback<Name extends keyof StreamEvents>(name: Name, visit: (callback: StreamEvents[Name]) => void): void {
    for (const callback of this.#listeners.of(name)) visit(callback);
  }

  /** Sends a text frame. What is sent while not connected is dropped: users send again on `reset`. */
  send(data: string): void {
    if (this.currentStatus.connected) this.socket?.send(data);
  }

  /** The present state. Reactive. */
  status(): DDPStatus {
    this.#statusDependency.depend();
    return this.currentStatus;
  }

  /** Connects at once if there is no connection. With `_force` or a new `url` also if there is one. */
  reconnect(options: ReconnectOptions = {}): void {
    if (this._forcedToDisconnect) return;
    if (options.url) this._changeUrl(options.url);
    if (this.currentStatus.connected) {
      if (options._force || options.url) this._lostConnection(forcedReconnect);
      return;
    }
    if (this.currentStatus.status === 'connecting') this._lostConnection();
    this.#retry.clear();
    // An attempt that the user asked for is not counted as a retry.
    this.#setStatus({ ...this.currentStatus, retryCount: this.currentStatus.retryCount - 1 });
    this.#retryNow();
  }

  /** Closes the connection until `reconnect()`, or with `_permanent` for ever. */
  disconnect(options: DisconnectOptions = {}): void {
    if (this._forcedToDisconnect) return;
    const permanent = options._permanent === true;
    if (permanent) this._forcedToDisconnect = true;
    this.#retry.clear();
    const had = this.#releaseSocket();
    this.#setStatus({
      status: permanent ? 'failed' : 'offline',
      connected: false,
      retryCount: 0,
      ...(permanent && options._error !== undefined ? { reason: options._error } : {}),
    });
    this.#emitDisconnect(had || permanent, undefined);
  }

  /** The connection is lost, or must be taken for lost: the socket is closed and another one opened later. */
  _lostConnection(error?: unknown): void {
    if (this._forcedToDisconnect || this.currentStatus.status === 'offline') return;
    const had = this.#releaseSocket();
    if (this.options.retry || error === forcedReconnect) {
      const delay = this.#retry.retryLater(this.currentStatus.retryCount, () => this.#retryNow());
      this.#setStatus({
        status: 'waiting',
        connected: false,
        retryCount: this.currentStatus.retryCount,
        retryTime: Date.now() + delay,
      });
    } else {
      this.#setStatus({ status: 'failed', connected: false, retryCount: this.currentStatus.retryCount });
    }
    this.#emitDisconnect(had || this.currentStatus.status === 'failed', error);
  }

  /** The network is back: no need to wait for the next attempt. */
  _online(): void {
    if (this.currentStatus.status !== 'offline') this.reconnect();
  }

  /** Changes where the next attempt connects to. */
  _changeUrl(url: string): void {
    this.#platform.translateUrl(url);
    this.rawUrl = url;
  }

  _launchConnection(): void {
    this.#releaseSocket();
    const attempt = ++this.#attempt;
    this.#connectionTimer = setTimeout(() => {
      if (attempt === this.#attempt) this._lostConnection(new this.ConnectionError('DDP connection timed out'));
    }, this.CONNECT_TIMEOUT);
    let opened: SocketLike | Promise<SocketLike>;
    try {
      opened = this.#platform.open(this.#platform.translateUrl(this.rawUrl), this.options);
    } catch (error) {
      opened = Promise.reject(error);
    }
    if (!(opened instanceof Promise)) {
      this.#useSocket(opened, attempt);
      return;
    }
    opened.then(
      (socket) => {
        if (attempt === this.#attempt) this.#useSocket(socket, attempt);
        else discard(socket);
      },
      (error: unknown) => {
        if (attempt === this.#attempt) this.#failed(error);
      },
    );
  }

  #useSocket(socket: SocketLike, attempt: number): void {
    this.socket = socket;
    const isCurrent = () => attempt === this.#attempt && this.socket === socket;
    socket.onopen = () => {
      if (isCurrent()) this.#opened();
    };
    socket.onmessage = (event) => {
      // DDP frames are text: a binary one is not for us.
      if (!isCurrent() || !this.currentStatus.connected || typeof event.data !== 'string') return;
      const text = event.data;
      this.forEachCallback('message', (callback) => callback(text));
    };
    socket.onerror = (event: unknown) => {
      if (isCurrent()) this.#failed(event);
    };
    socket.onclose = () => {
      if (isCurrent()) this._lostConnection();
    };
  }

  #opened(): void {
    clearTimeout(this.#connectionTimer);
    this.#setStatus({ status: 'connected', connected: true, retryCount: 0 });
    this.forEachCallback('reset', (callback) => callback());
  }

  #failed(cause: unknown): void {
    const message = messageOf(cause);
    if (!this.options._dontPrintErrors) console.error(`DDP stream error (${this.rawUrl}): ${message}`);
    this._lostConnection(new this.ConnectionError(message));
  }

  /** Lets go of the socket, if there is one, and tells whether there was. */
  #releaseSocket(): boolean {
    clearTimeout(this.#connectionTimer);
    this.#attempt += 1;
    const { socket } = this;
    if (!socket) return false;
    this.socket = null;
    discard(socket);
    return true;
  }

  #emitDisconnect(necessary: boolean, error: unknown): void {
    if (necessary) this.forEachCallback('disconnect', (callback) => callback(error));
  }

  #retryNow(): void {
    if (this._forcedToDisconnect) return;
    this.#setStatus({ status: 'connecting', connected: false, retryCount: this.currentStatus.retryCount + 1 });
    this._launchConnection();
  }

  #setStatus(status: DDPStatus): void {
    this.currentStatus = status;
    this.#statusDependency.changed();
  }
}

function discard(socket: SocketLike): void {
  socket.onopen = socket.onmessage = socket.onclose = null;
  // Closing a socket that is still being opened makes some implementations report an error: `ws` would throw it.
  socket.onerror = () => {};
  try {
    socket.close();
  } catch {
    // It never was open.
  }
}

function messageOf(cause: unknown): string {
  if (cause && typeof cause === 'object') {
    const { message, error } = cause as { message?: unknown; error?: unknown };
    if (typeof message === 'string' && message) return message;
    if (error instanceof Error && error.message) return error.message;
  }
  return 'the connection failed';
}
