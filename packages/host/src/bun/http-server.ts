import { EventEmitter } from 'node:events';
import type { HttpServerLike } from '../host.js';

/**
 * Stands where apps expect an `http.Server`. Bun.serve does the work; this carries the events and the members that
 * apps ask for.
 */
export class BunHttpServer extends EventEmitter implements HttpServerLike {
  keepAliveTimeout = 5000;
  headersTimeout = 60_000;
  requestTimeout = 300_000;
  timeout = 0;
  #bound: { address: string; family: string; port: number } | string | null = null;
  readonly #stop: () => Promise<void>;

  constructor(stop: () => Promise<void>) {
    super();
    this.#stop = stop;
  }

  get listening(): boolean {
    return this.#bound !== null;
  }

  address(): { address: string; family: string; port: number } | string | null {
    return this.#bound;
  }

  close(callback?: (error?: Error) => void): this {
    if (!this.listening) {
      const error = Object.assign(new Error('Server is not running.'), { code: 'ERR_SERVER_NOT_RUNNING' });
      if (callback) queueMicrotask(() => callback(error));
      return this;
    }
    void this.#stop().then(() => callback?.());
    return this;
  }

  setTimeout(milliseconds = 0, callback?: () => void): this {
    this.timeout = milliseconds;
    if (callback) this.on('timeout', callback);
    return this;
  }

  /** For the host: the server accepts connections. */
  setListening(bound: { address: string; family: string; port: number } | string): void {
    this.#bound = bound;
    this.emit('listening');
  }

  /** For the host: the last connection is gone. */
  setClosed(): void {
    this.#bound = null;
    this.emit('close');
  }
}
