import type { IncomingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';

/** Something that sends markup to a stream, as React's `renderToPipeableStream` gives it. Server only. */
export interface Pipeable {
  pipe<W extends Writable>(destination: W): unknown;
}

/**
 * Markup. On the server text, bytes or a stream (of node, of the Web, or with a `pipe` method); on the client text or
 * DOM nodes.
 */
export type Content =
  | string
  | number
  | Uint8Array
  | Readable
  | ReadableStream<Uint8Array | string>
  | Pipeable
  | Node
  | null
  | undefined
  | readonly Content[];

/** Where the callbacks of {@link OnPageLoad} put what belongs into the page. */
export interface Sink {
  /** Adds to the end of the `<head>`. */
  appendToHead(content: Content): void;
  /** Adds to the end of the `<body>`. */
  appendToBody(content: Content): void;
  /** Adds to the end of the element with that id. On the server nothing happens if there is none. */
  appendToElementById(id: string, content: Content): void;
  /** Replaces what the element with that id contains. */
  renderIntoElementById(id: string, content: Content): void;
  /** Sends the browser elsewhere. `code` (default 301) only counts on the server. */
  redirect(location: string, code?: number): void;

  /** Server only; on the client an error is printed. Sets the status of the response. */
  setStatusCode(code: number): void;
  /** Server only. Sets a header of the response. */
  setHeader(name: string, value: number | string | readonly string[]): void;
  /** Server only. The headers of the request. */
  getHeaders(): IncomingHttpHeaders;
  /** Server only. The cookies of the request. */
  getCookies(): Record<string, unknown>;

  /** Server only: the request as `WebApp.categorizeRequest` gives it. */
  readonly request?: SinkRequest;
  /** Server only: arch of the client program, e.g. `web.browser`. */
  readonly arch?: string;
}

/** What the request of a server's sink has; see `CategorizedRequest` of `meteor/webapp`. */
export interface SinkRequest {
  readonly browser: { readonly name: string; readonly major: number; readonly minor: number; readonly patch: number };
  readonly modern: boolean;
  readonly path: string;
  readonly arch: string;
  readonly url: {
    readonly pathname: string;
    readonly search: string;
    readonly path: string;
    readonly href: string;
    readonly query: Readonly<Record<string, string | string[] | undefined>>;
  };
  readonly headers: IncomingHttpHeaders;
  readonly cookies: Record<string, unknown>;
}

/** `request` is only given on the server. */
export type PageLoadCallback = (sink: Sink, request?: SinkRequest) => unknown;

export interface OnPageLoad {
  /** Calls `callback` for each page that is rendered (server), or once the page has loaded (client). Returns it. */
  <T extends PageLoadCallback>(callback: T): T;
  /** Server only. Forgets a callback. */
  remove(callback: PageLoadCallback): void;
  /** Server only. Forgets all callbacks. */
  clear(): void;
  /** Server only. After startup, calls `handler` with each callback, one after the other. */
  chain(handler: (callback: PageLoadCallback) => unknown): Promise<void>;
}
