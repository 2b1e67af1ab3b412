import { EventEmitter } from 'node:events';
import type { HttpServerLike } from '@bolide/host';

/** What node:http begins with; milliseconds. */
const DEFAULTS = { keepAliveTimeout: 5_000, headersTimeout: 60_000, requestTimeout: 300_000, timeout: 0 };

/** A server before there is a host that could make it: keeps listeners and settings. */
class WaitingServer extends EventEmitter implements HttpServerLike {
  readonly listening = false;
  keepAliveTimeout = DEFAULTS.keepAliveTimeout;
  headersTimeout = DEFAULTS.headersTimeout;
  requestTimeout = DEFAULTS.requestTimeout;
  timeout = DEFAULTS.timeout;

  address(): null {
    return null;
  }

  close(callback?: (error?: Error) => void): this {
    callback?.(Object.assign(new Error('Server is not running.'), { code: 'ERR_SERVER_NOT_RUNNING' }));
    return this;
  }

  setTimeout(milliseconds = 0, callback?: () => void): this {
    this.timeout = milliseconds;
    if (callback) this.on('timeout', callback);
    return this;
  }
}

/**
 * `WebApp.httpServer` for code that asks for it while packages are loaded: the host may only be chosen afterwards.
 * Once the real server is there, `server` is that in all respects.
 */
export class EarlyHttpServer {
  readonly server: HttpServerLike;
  readonly #waiting = new WaitingServer();
  #real: HttpServerLike | undefined;

  constructor() {
    const current = (): object => this.#real ?? this.#waiting;
    this.server = new Proxy<HttpServerLike>(this.#waiting, {
      get(_target, key) {
        const server = current();
        const value: unknown = Reflect.get(server, key, server);
        return typeof value === 'function' && key !== 'constructor' ? value.bind(server) : value;
      },
      set: (_target, key, value) => Reflect.set(current(), key, value),
      has: (_target, key) => Reflect.has(current(), key),
      getPrototypeOf: () => Reflect.getPrototypeOf(current()),
    });
  }

  /** Gives the real server what was kept. */
  becomes(real: HttpServerLike): void {
    this.#real = real;
    for (const event of this.#waiting.eventNames()) {
      for (const listener of this.#waiting.rawListeners(event)) real.on(event, listener as () => void);
    }
    for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]) {
      if (this.#waiting[name] !== DEFAULTS[name]) real[name] = this.#waiting[name];
    }
  }
}
