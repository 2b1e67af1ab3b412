import { Meteor } from '@bolide/meteor/meteor';
import { openServerSocket } from './open-server-socket.js';
import type { StreamOptions } from './types.js';
import { toWebsocketUrl } from './urls.js';
import { type StreamPlatform, WebSocketStream } from './web-socket-stream.js';

export type * from './types.js';

const serverPlatform: StreamPlatform = {
  translateUrl: (url) => toWebsocketUrl(url, url.startsWith('/') ? Meteor.absoluteUrl() : ''),
  open: (address, options) =>
    openServerSocket(address, {
      ...options.npmFayeOptions,
      headers: { ...options.headers, ...options.npmFayeOptions?.headers },
    }),
};

/** A stream from one server to another. */
export class ClientStream extends WebSocketStream {
  /** @param url see `DDP.connect`. */
  constructor(url: string, options?: StreamOptions) {
    super(url, options, serverPlatform);
  }
}
