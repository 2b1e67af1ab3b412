import type { HostSocket } from '@bolide/host';
import { Meteor } from '@bolide/meteor/meteor';
import type { Session } from '../session/session.js';
import { visibleHeaders } from './visible-headers.js';

/** Who handles what arrives on a socket. */
export interface DDPSocketOwner {
  text(socket: DDPSocket, text: string): void;
  /** A frame that is not text, or not what the transport's framing allows. */
  malformed(socket: DDPSocket): void;
  closed(socket: DDPSocket): void;
  /** The socket is no longer congested. */
  relieved(socket: DDPSocket): void;
}

/** Bytes that wait for a reader above which his socket is congested. */
const CONGESTED = 1024 * 1024;

/** Characters sent between two looks at what waits: asking the host for every message would cost more than it saves. */
const LOOK_INTERVAL = 64 * 1024;

type Listener = (data?: unknown) => void;

/**
 * One client's socket, whatever the transport: texts of DDP messages go in and out. The members beside `send` and
 * `close` are those of Meteor's stream sockets, for packages that look at `Meteor.server.stream_server`.
 */
export class DDPSocket {
  _meteorSession: Session | null = null;
  /** Closes the socket of a client that does not connect in time. */
  connectTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * So much waits for the client to read it that his next messages had better wait, too: small requests with large
   * answers would else fill the memory, or get a client cut off who reads as fast as he can.
   */
  isCongested = false;
  /** Characters sent since the last look. */
  private unseen = 0;
  protected readonly host: HostSocket;
  private readonly owner: DDPSocketOwner;
  private listeners: Map<string, Set<Listener>> | undefined;

  constructor(host: HostSocket, owner: DDPSocketOwner) {
    this.host = host;
    this.owner = owner;
  }

  /** Path and query of the request that opened the socket. */
  get url(): string {
    return this.host.request.url;
  }

  get remoteAddress(): string {
    return this.host.request.clientAddress;
  }

  get headers(): Record<string, string> {
    return visibleHeaders(this.host.request);
  }

  get isOpen(): boolean {
    return this.host.isOpen;
  }

  /** Sends the text of one DDP message. */
  send(text: string): void {
    this.host.send(text);
    this.unseen += text.length;
    if (this.unseen >= LOOK_INTERVAL) this.lookAfterSending();
  }

  /** Sends what is queued, then closes. */
  close(code = 1000, reason = ''): void {
    this.host.close(code, reason);
  }

  /** `'data'`: the text of each message, before it is handled; `'close'`. */
  on(event: 'data' | 'close', listener: Listener): void {
    this.listeners ??= new Map();
    let ofEvent = this.listeners.get(event);
    if (ofEvent === undefined) {
      ofEvent = new Set();
      this.listeners.set(event, ofEvent);
    }
    ofEvent.add(listener);
  }

  removeListener(event: 'data' | 'close', listener: Listener): void {
    this.listeners?.get(event)?.delete(listener);
  }

  /** Kept for code that knows Meteor's sockets; the host looks after timeouts. */
  setWebsocketTimeout(_milliseconds: number): void {}

  /** Called by the transport with the text of one DDP message. */
  receive(text: string): void {
    // A frame can hold more messages than the one that closed the socket.
    if (!this.host.isOpen) return;
    if (this.listeners !== undefined) this.emit('data', text);
    this.owner.text(this, text);
  }

  receiveMalformed(): void {
    this.owner.malformed(this);
  }

  /** Called by the transport when what waited has been taken. */
  drained(): void {
    if (!this.isCongested || !this.host.isOpen || this.host.bufferedAmount > CONGESTED) return;
    this.isCongested = false;
    this.owner.relieved(this);
  }

  private lookAfterSending(): void {
    this.unseen = 0;
    if (this.isCongested || this.host.bufferedAmount <= CONGESTED) return;
    this.isCongested = true;
    // The host writes at the end of this turn, before this: when all of it is taken at once, it tells of no drain.
    setImmediate(() => this.drained());
  }

  closed(): void {
    this.owner.closed(this);
    if (this.listeners !== undefined) this.emit('close');
  }

  private emit(event: string, data?: unknown): void {
    for (const listener of this.listeners?.get(event) ?? []) {
      try {
        listener(data);
      } catch (error) {
        Meteor._debug(`Exception in listener for '${event}' of a DDP socket:`, error);
      }
    }
  }
}
