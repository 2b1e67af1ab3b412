/** The versions of DDP this code speaks, best first. */
export type DDPVersion = '1' | 'pre2' | 'pre1';

/**
 * A DDP message in its abstract form: EJSON types are real values (`Date`, `Uint8Array` …) and a cleared field is a key
 * of `fields` whose value is `undefined`. Members other than `msg` depend on the kind of message; nothing about a
 * message that came over the wire has been checked.
 */
export interface DDPMessage {
  msg?: unknown;
  id?: unknown;
  fields?: unknown;
  params?: unknown;
  result?: unknown;
  [member: string]: unknown;
}

/** The server's view of one client, as `Meteor.onConnection`, `this.connection` in methods and in publications give it. */
export interface ConnectionHandle {
  /** A random identifier, unique to this connection. */
  readonly id: string;
  /** Closes the connection. The client is free to connect again and will then have another identifier. */
  close(): void;
  /** Calls `callback` when the connection has closed; soon, if it already has. */
  onClose(callback: () => void): void;
  /** The client's IP address with `HTTP_FORWARDED_COUNT` trusted proxies taken into account; `null` when unknown. */
  readonly clientAddress: string | null;
  /** Some headers of the request that opened the connection, by lower-case name. Cookies are left out on purpose. */
  readonly httpHeaders: Readonly<Record<string, string>>;
}

/** What a method invocation needs to know of the write fence (which `ddp-server` implements). */
export interface MethodWriteFence {
  /** Holds the fence open until `committed()` is called, once, on what it returns. */
  beginWrite(): { committed(): void | Promise<void> };
}

/** What others may know of the publish function that is running; `ddp-server`'s `Subscription` is one. */
export interface PublicationInvocation {
  readonly userId: string | null;
  readonly connection: ConnectionHandle;
  readonly _session: { _setUserId(userId: string | null): Promise<void> };
}
