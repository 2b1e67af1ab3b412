import { Meteor } from '@bolide/meteor/meteor';
import type { DDPSocket } from './ddp-socket.js';
import type { SocketAcceptor } from './transport.js';

/** All open sockets of all transports: `Meteor.server.stream_server`. */
export class StreamServer implements SocketAcceptor {
  private readonly sockets = new Set<DDPSocket>();
  private readonly callbacks: ((socket: DDPSocket) => void)[] = [];

  /** A new array of the sockets that are open. */
  get open_sockets(): DDPSocket[] {
    return [...this.sockets];
  }

  all_sockets(): DDPSocket[] {
    return [...this.sockets];
  }

  /** How many sockets are open. */
  get size(): number {
    return this.sockets.size;
  }

  /** Calls `callback` with each socket that is open and each that will be opened. */
  register(callback: (socket: DDPSocket) => void): void {
    this.callbacks.push(callback);
    for (const socket of this.all_sockets()) callback(socket);
  }

  accept(socket: DDPSocket): void {
    this.sockets.add(socket);
    for (const callback of this.callbacks) {
      try {
        callback(socket);
      } catch (error) {
        Meteor._debug('Exception in callback of stream_server.register:', error);
      }
    }
  }

  remove(socket: DDPSocket): void {
    this.sockets.delete(socket);
  }
}
