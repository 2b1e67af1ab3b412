import { type DDPMessage, Heartbeat } from '@bolide/meteor/ddp-common';
import type { Stream } from '@bolide/meteor/socket-stream-client';

export interface SessionOptions {
  readonly stream: Stream;
  readonly supportedVersions: readonly string[];
  /** Milliseconds; 0: no heartbeat. */
  readonly heartbeatInterval: number;
  readonly heartbeatTimeout: number;
  send(message: DDPMessage): void;
  /** Makes the error of a connection whose heartbeat failed. */
  createTimeoutError(): Error;
  onVersionNegotiationFailure(description: string): void;
}

/** The agreement with the server: protocol version, session, signs of life. */
export class Session {
  /** Identifier of the latest session that the server has given. */
  lastId: string | null = null;
  /** The version both sides speak; `null` until they have agreed. */
  version: string | null = null;
  /** Set until the server has answered `connect`. */
  heartbeat: Heartbeat | null = null;
  readonly #options: SessionOptions;
  #proposed: string | null = null;
  /** Versions proposed since the last agreement. A server that goes back and forth must not keep the client busy. */
  readonly #tried = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Begins the conversation on a new socket. */
  begin(): void {
    const { supportedVersions, send } = this.#options;
    this.#proposed ??= supportedVersions[0] ?? '1';
    this.#tried.add(this.#proposed);
    send({
      msg: 'connect',
      ...(this.lastId === null ? {} : { session: this.lastId }),
      version: this.#proposed,
      support: [...supportedVersions],
    });
  }

  /** The server has accepted. Tells whether it goes on with the session as it was. */
  accept(sessionId: string | undefined): { isReconnect: boolean; isResumed: boolean } {
    this.version = this.#proposed;
    this.#tried.clear();
    this.#startHeartbeat();
    const isReconnect = this.lastId !== null;
    const isResumed = isReconnect && sessionId === this.lastId;
    if (sessionId !== undefined) this.lastId = sessionId;
    return { isReconnect, isResumed };
  }

  /** The server does not speak the proposed version, and proposes another one. */
  renegotiate(version: string): void {
    const { stream, supportedVersions, onVersionNegotiationFailure } = this.#options;
    if (supportedVersions.includes(version) && !this.#tried.has(version)) {
      this.#proposed = version;
      stream.reconnect({ _force: true });
      return;
    }
    const description = `DDP version negotiation failed; server requested version ${version}`;
    // Trying again would not help.
    stream.disconnect({ _permanent: true, _error: description });
    onVersionNegotiationFailure(description);
  }

  /** The socket is gone. */
  end(): void {
    this.heartbeat?.stop();
    this.heartbeat = null;
  }

  #startHeartbeat(): void {
    this.end();
    const { heartbeatInterval, heartbeatTimeout, stream, send, createTimeoutError } = this.#options;
    if (this.version === 'pre1' || heartbeatInterval === 0) return;
    this.heartbeat = new Heartbeat({
      heartbeatInterval,
      heartbeatTimeout,
      sendPing: () => send({ msg: 'ping' }),
      onTimeout: () => stream._lostConnection(createTimeoutError()),
    });
    this.heartbeat.start();
  }
}
