/** What `status()` tells. A new object for every change: it can be compared by identity. */
export interface DDPStatus {
  /** True while messages can be exchanged. */
  readonly connected: boolean;
  /**
   * - `connecting`: the first attempt, or another one, is under way;
   * - `connected`: the socket is open;
   * - `waiting`: the last attempt failed, the next one starts at `retryTime`;
   * - `failed`: ended for good (closed, or no agreement on a protocol version);
   * - `offline`: disconnected on request, until `reconnect()`.
   */
  readonly status: 'connected' | 'connecting' | 'failed' | 'waiting' | 'offline';
  /** Attempts made since the connection was lost. */
  readonly retryCount: number;
  /** When the next attempt starts, in milliseconds since 1970. Only while `waiting`. */
  readonly retryTime?: number;
  /** Why the connection failed for good. Only when `failed`. */
  readonly reason?: string;
}

export interface ReconnectOptions {
  /** Another address to connect to from now on. */
  url?: string;
  /** Drop a working connection and open another one. */
  _force?: boolean;
}

export interface DisconnectOptions {
  /** Never connect again: the status becomes `failed`. */
  _permanent?: boolean;
  /** The reason that the status shows. */
  _error?: string;
}

export interface StreamEvents {
  /** A text frame arrived. */
  message: (text: string) => unknown;
  /** A socket has opened: everything said before is forgotten by the server. */
  reset: () => unknown;
  /** A socket was lost or closed. The error is missing when the closing was clean. */
  disconnect: (error?: unknown) => unknown;
}

/** Options of the WebSocket that a server opens. The names are those of Meteor's `npmFayeOptions`. */
export interface SocketOptions {
  /** Extra headers of the opening handshake. */
  headers?: Readonly<Record<string, string>>;
  /** TLS settings (`ca`, `cert`, `key`, `rejectUnauthorized`, …) as `node:tls` names them. */
  tls?: Readonly<Record<string, unknown>>;
  /** Longest frame that is accepted, in bytes. Default: what the WebSocket implementation has (`ws`: 100 MiB). */
  maxLength?: number;
  /** Other members are accepted and have no effect. */
  [other: string]: unknown;
}

export interface StreamOptions {
  /** Connect again when the connection is lost. Default true. */
  retry?: boolean | undefined;
  /** The error class of lost connections. Default `Error`. */
  ConnectionError?: (new (message: string) => Error) | undefined;
  /** How long one attempt may take, in milliseconds. Default 10000. */
  connectTimeoutMs?: number | undefined;
  /** Extra headers of the opening handshake. Only on servers: browsers do not allow any. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Further options of the WebSocket. Only on servers. */
  npmFayeOptions?: SocketOptions | undefined;
  /** Be silent about connections that fail. Default false. */
  _dontPrintErrors?: boolean | undefined;
  /** Accepted for code that passes it; there is no SockJS here. */
  _sockjsOptions?: unknown;
}

/** The part of a stream that a DDP connection uses. Tests pass an object of this shape instead of an address. */
export interface Stream {
  on<Name extends keyof StreamEvents>(name: Name, callback: StreamEvents[Name]): void;
  /** Sends a text frame; dropped while not connected. */
  send(data: string): void;
  /** Reactive. */
  status(): DDPStatus;
  reconnect(options?: ReconnectOptions): void;
  disconnect(options?: DisconnectOptions): void;
  /** Gives up the present socket and opens another one by the rules of retrying. */
  _lostConnection(error?: unknown): void;
}

/** The part of a WebSocket that streams use. */
export interface SocketLike {
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: { data: unknown }) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  send(data: string): void;
  close(): void;
}
