import { browserPlatform } from './browser-platform.js';
import type { DisconnectOptions, StreamOptions } from './types.js';
import { WebSocketStream } from './web-socket-stream.js';

export type * from './types.js';

/** A stream from a page to a server, over the browser's WebSocket. */
export class ClientStream extends WebSocketStream {
  readonly #onOnline = () => this._online();

  /** @param url see `DDP.connect`. */
  constructor(url: string, options?: StreamOptions) {
    super(url, options, browserPlatform);
    // The browser's `offline` event is not used: a server on the same machine or network stays within reach, and DDP's
    // heartbeat finds out about any other one.
    globalThis.addEventListener?.('online', this.#onOnline);
  }

  override disconnect(options?: DisconnectOptions): void {
    super.disconnect(options);
    if (this._forcedToDisconnect) globalThis.removeEventListener?.('online', this.#onOnline);
  }
}
