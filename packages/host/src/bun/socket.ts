import { EventEmitter } from 'node:events';
import type { BunServer } from './bun-server.js';

/** What middleware asks of `req.socket`: where the client is, whether it is still there, and to let go of it. */
export class RequestSocket extends EventEmitter {
  readonly encrypted: boolean;
  readonly readable = true;
  writable = true;
  destroyed = false;
  readonly connecting = false;
  readonly pending = false;
  readonly readyState = 'open';
  timeout = 0;
  readonly #request: Request;
  readonly bunServer: BunServer;
  readonly #onDestroy: (error: Error | undefined) => void;
  #peer: { address: string; family: string; port: number } | null | undefined;

  constructor(request: Request, server: BunServer, onDestroy: (error: Error | undefined) => void) {
    super();
    this.#request = request;
    this.bunServer = server;
    this.#onDestroy = onDestroy;
    this.encrypted = server.protocol === 'https';
  }

  get #address(): { address: string; family: string; port: number } | null {
    if (this.#peer === undefined) this.#peer = this.bunServer.requestIP(this.#request);
    return this.#peer;
  }

  get remoteAddress(): string | undefined {
    return this.#address?.address;
  }

  get remoteFamily(): string | undefined {
    return this.#address?.family;
  }

  get remotePort(): number | undefined {
    return this.#address?.port;
  }

  get localAddress(): string | undefined {
    return this.bunServer.hostname;
  }

  get localPort(): number | undefined {
    return this.bunServer.port;
  }

  address(): { address?: string; family?: string; port?: number } {
    const { hostname, port } = this.bunServer;
    if (hostname === undefined || port === undefined) return {};
    return { address: hostname, family: hostname.includes(':') ? 'IPv6' : 'IPv4', port };
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.setClosed();
    this.#onDestroy(error);
    return this;
  }

  destroySoon(): void {
    this.destroy();
  }

  end(): this {
    return this.destroy();
  }

  /** For the host: the connection is gone. */
  setClosed(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.writable = false;
    process.nextTick(() => this.emit('close', false));
  }

  setTimeout(milliseconds: number, callback?: () => void): this {
    this.timeout = milliseconds;
    // Bun counts in whole seconds up to 255; more than that is no limit.
    const seconds = Math.ceil(milliseconds / 1000);
    this.bunServer.timeout(this.#request, seconds > 255 ? 0 : seconds);
    if (callback) this.once('timeout', callback);
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  pause(): this {
    return this;
  }

  resume(): this {
    return this;
  }

  cork(): void {}

  uncork(): void {}
}
