import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/**
 * The seam between a booted bundle and the runtime that carries it.
 *
 * A host knows HTTP, WebSocket, files and signals; it knows no Meteor word beyond what these interfaces carry.
 * `webapp` describes what it serves as an {@link Application} and hands it to {@link HostServer.listen}.
 */
export interface Host {
  /** `'node'`, `'bun'`, or the name of a custom host. */
  readonly name: string;
  /** Makes a server that does not listen yet, so that others may attach to `httpServer` first. */
  createServer(): HostServer;
  /**
   * Calls `listener` at the first SIGTERM or SIGINT (and SIGHUP). A second signal ends the process at once with
   * code 128 + signal number. Returns a function that stops listening.
   */
  onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void;
}

export interface HostServer {
  /**
   * Node: the real `http.Server`. Bun: an event emitter with the members of `http.Server` that apps use
   * (`listening`, `address()`, `on('listening' | 'close' | 'error')`, timeouts, `close()`). It has no `request`
   * and `upgrade` events: those belong to the application.
   */
  readonly httpServer: HttpServerLike;
  /**
   * Starts to serve. Rejects with a {@link HostError} whose message names the address and the remedy
   * (port taken, no permission, socket file in use, unknown group …).
   */
  listen(application: Application, target: ListenTarget): Promise<ListenAddress>;
  /**
   * Stops gracefully: refuses new connections, finishes requests under way, calls `application.onStopping`
   * for each open WebSocket's owner to say goodbye, flushes, closes. After `deadline` milliseconds (default 10,000)
   * what is left is cut off. Resolves when everything is closed. Calling it again returns the same promise.
   */
  stop(deadline?: number): Promise<void>;
}

export interface HttpServerLike extends EventEmitter {
  readonly listening: boolean;
  address(): { address: string; family: string; port: number } | string | null;
  close(callback?: (error?: Error) => void): this;
  keepAliveTimeout: number;
  headersTimeout: number;
  requestTimeout: number;
  timeout: number;
  setTimeout(milliseconds?: number, callback?: () => void): this;
}

export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type ListenTarget =
  | {
      readonly port: number;
      /** Default: every address (`'::'` with IPv4 mapped, or `0.0.0.0` where there is no IPv6). */
      readonly hostname?: string;
      readonly tls?: { readonly cert: string | Uint8Array; readonly key: string | Uint8Array };
    }
  | {
      /** A Unix socket. A stale file of a dead server is replaced; a live one is an error. */
      readonly unixSocketPath: string;
      /** Octal permissions, as `UNIX_SOCKET_PERMISSIONS`. */
      readonly permissions?: number;
      /** Group name, as `UNIX_SOCKET_GROUP`. */
      readonly group?: string;
    };

export interface ListenAddress {
  readonly port?: number;
  readonly hostname?: string;
  readonly unixSocketPath?: string;
  /** What a person can open, e.g. `http://localhost:3000/`. */
  readonly url: string;
}

/** What is served. A request goes through the stages in the order of the members below; the first that answers ends it. */
export interface Application {
  /** Path of ROOT_URL: `''`, or `'/app'` (no slash at the end). Requests outside get 404. Raw middleware sees the full URL. */
  readonly pathPrefix: string;
  /** Number of trusted proxies in front (`HTTP_FORWARDED_COUNT`), default 0: X-Forwarded-For is ignored. */
  readonly forwardedCount: number;
  /** Stage 1: `WebApp.rawHandlers`; sees every request first. */
  readonly rawMiddleware: MiddlewareStage;
  /** Stage 2: files prepared at boot. */
  readonly staticFiles: StaticFiles;
  /** Stage 3: `WebApp.handlers`. */
  readonly middleware: MiddlewareStage;
  /** Stage 4: a Web-standard handler. `undefined` passes on. */
  readonly fetch?: (request: Request, info: RequestInfo) => Response | undefined | Promise<Response | undefined>;
  /** Stage 5: the HTML page. `undefined`: the host's 404. */
  readonly page: (request: RequestInfo) => Page | undefined | Promise<Page | undefined>;
  /** WebSocket upgrades, asked with the path below the prefix. `undefined`: the upgrade gets 404. */
  readonly webSocket: (request: RequestInfo) => WebSocketRoute | undefined;
  /**
   * The greatest `maxMessageSize` of all routes, in bytes; default 16 MB. Bun knows one limit for all sockets of a
   * server and takes a message of that size into memory before a route's own, smaller limit is looked at.
   */
  readonly maxWebSocketMessageSize?: number;
  /** Called once when a graceful stop begins. */
  readonly onStopping?: () => void | Promise<void>;
  /** Unexpected errors of handlers; the client gets a plain 500 page. */
  readonly onError: (error: unknown, request: RequestInfo) => void;
}

/** What a stage may know of a request without touching its body. */
export interface RequestInfo {
  readonly method: string;
  /** Path with the prefix taken off, not decoded, always beginning with `/`. */
  readonly path: string;
  /** Without the question mark; `''` if there is none. */
  readonly query: string;
  /** Path and query as the client sent them; Bun has resolved dot segments and escaped what no URL may hold. */
  readonly url: string;
  /** A header's value by its lower-case name. */
  header(name: string): string | undefined;
  /** All headers, lower-case names, as node:http gives them. Made at first use. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Address of the client with `forwardedCount` trusted proxies taken into account. */
  readonly clientAddress: string;
  readonly isEncrypted: boolean;
}

export interface MiddlewareStage {
  /** True while nothing has been registered: the host then skips the stage and takes its fast path. Asked per request. */
  isEmpty(): boolean;
  /** Node- and Express-style. The same `req` and `res` go through both stages. */
  handle(req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void;
}

export interface StaticFiles {
  /** By path below the prefix, percent-decoded. Asked per request, so it must be a map look-up. */
  find(path: string): StaticFile | undefined;
}

export interface StaticFile {
  /** Absolute path on disk; or the bytes themselves in `content`. */
  readonly file?: string;
  readonly content?: Uint8Array | string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Strong ETag with its quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch; sent as Last-Modified when present. */
  readonly modified?: number;
  /** `'immutable'`: a year; `'revalidate'`: `max-age=0` with ETag; `'none'`: no-cache. */
  readonly caching: 'immutable' | 'revalidate' | 'none';
  /** Precompressed forms, best first as the writer made them. */
  readonly encodings?: readonly {
    readonly encoding: 'br' | 'gzip' | 'zstd';
    readonly file: string;
    readonly size: number;
  }[];
  /** More headers, e.g. `X-SourceMap`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Page {
  readonly status: number;
  /** Lower-case names. `content-type` is required. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** A page that is the same object from call to call is compressed once and sent from memory. */
  readonly body: string | Uint8Array | Readable | ReadableStream<Uint8Array>;
  /** `true` when the same object is given to many requests: the host may prepare and cache its encoded forms. */
  readonly shared?: boolean;
}

/** How one WebSocket endpoint behaves. */
export interface WebSocketRoute {
  /** Bytes of one incoming message, whole. A larger one closes the socket with 1009. */
  readonly maxMessageSize: number;
  /** Seconds without a frame from the client after which the host closes; 0: never. */
  readonly idleTimeout: number;
  /** permessage-deflate; off unless asked (`SERVER_WEBSOCKET_COMPRESSION`). */
  readonly compression: boolean;
  /** Bytes that may wait for a slow reader before the socket is cut with 1013. */
  readonly maxBufferedAmount: number;
  /**
   * Chooses one of the sub-protocols that the client offers; `undefined` accepts none. Default: none, with which some
   * clients that offered one fail.
   */
  selectProtocol?(offered: readonly string[], request: RequestInfo): string | undefined;
  open(socket: HostSocket): void;
  message(socket: HostSocket, data: string | Uint8Array): void;
  /** The socket can take data again after `bufferedAmount` was above zero. */
  drain?(socket: HostSocket): void;
  close(socket: HostSocket, code: number, reason: string): void;
}

export interface HostSocket {
  readonly request: RequestInfo;
  /** Free for the route's owner. */
  data: unknown;
  /**
   * Sends one message. What one turn of the event loop sends goes out in one write, in order.
   * Nothing happens on a closed socket.
   */
  send(data: string | Uint8Array): void;
  /** Bytes not yet taken by the kernel, including what waits for the end of this turn. */
  readonly bufferedAmount: number;
  readonly isOpen: boolean;
  /** Sends what is queued, then the close frame. Throws a RangeError for a code that RFC 6455 does not let one send. */
  close(code?: number, reason?: string): void;
  /** Cuts the connection at once. */
  terminate(): void;
}
