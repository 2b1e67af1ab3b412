import type { ConnectionHandle } from '@bolide/meteor/ddp-common';
import { Meteor } from '@bolide/meteor/meteor';
import type { Session } from './session.js';

/** The public face of a session: `this.connection` and what `Meteor.onConnection` gives. Apps put properties of their own on it. */
export class SessionConnectionHandle implements ConnectionHandle {
  readonly id: string;
  readonly clientAddress: string | null;
  readonly close: () => void;
  readonly onClose: (callback: () => void) => void;
  readonly #session: Session;
  #httpHeaders: Record<string, string> | undefined;

  constructor(session: Session, clientAddress: string | null) {
    this.#session = session;
    this.id = session.id;
    this.clientAddress = clientAddress;
    this.close = () => session.close();
    this.onClose = (callback) => session.onClose(Meteor.bindEnvironment(callback, 'connection onClose callback'));
  }

  get httpHeaders(): Record<string, string> {
    this.#httpHeaders ??= this.#session.socket.headers;
    return this.#httpHeaders;
  }
}
