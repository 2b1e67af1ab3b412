// What the suite and its load generator tell each other: one line of JSON per command, one per answer.

export interface HttpCommand {
  readonly kind: 'http';
  readonly hostname: string;
  readonly port: number;
  /** Path and query. */
  readonly path: string;
  /** Request headers beside Host. */
  readonly headers: Readonly<Record<string, string>>;
  /** Keep-alive connections, each with one request under way. */
  readonly connections: number;
  readonly milliseconds: number;
  /** Process whose CPU time is read at both ends of the time measured. */
  readonly pid?: number;
}

export interface DDPCommand {
  readonly kind: 'ddp';
  readonly hostname: string;
  readonly port: number;
  /** Of the WebSocket endpoint. */
  readonly path: string;
  readonly connections: number;
  /** Calls of each connection that are under way at the same time. */
  readonly outstanding: number;
  readonly milliseconds: number;
  readonly pid?: number;
}

export type Command = HttpCommand | DDPCommand;

export interface LoadResult {
  /** Requests or calls that were answered in the time. */
  readonly count: number;
  readonly milliseconds: number;
  /** From sending to the last byte of the answer, in milliseconds. */
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
  /** Bytes received. */
  readonly bytes: number;
  /** CPU time of the server; `undefined` if no process was named or it cannot be told. */
  readonly serverCpu?: number;
  /** CPU time of the load generator, in milliseconds. */
  readonly ownCpu: number;
}

export type Answer = { readonly result: LoadResult } | { readonly error: string };
