import type { TLSSocket } from 'node:tls';
import { clientAddress, isEncrypted } from '../client-address.js';
import type { RequestInfo } from '../host.js';
import type { NodeStyleRequest } from '../node-style/stages.js';
import { targetQuery } from '../request-target.js';

/** A view of an NodeStyleRequest; everything but the path is worked out when it is asked for. */
export class NodeRequestInfo implements RequestInfo {
  readonly path: string;
  readonly url: string;
  readonly #request: NodeStyleRequest;
  /** What middleware has made of the URL. */
  readonly #target: string;
  readonly #forwardedCount: number;
  /** Taken at once: a socket that was closed has forgotten its peer. */
  readonly #socketAddress: string;

  constructor(request: NodeStyleRequest, path: string, forwardedCount: number) {
    this.path = path;
    this.#target = request.url as string;
    this.url = request.originalUrl ?? this.#target;
    this.#request = request;
    this.#forwardedCount = forwardedCount;
    this.#socketAddress = request.socket.remoteAddress ?? '';
  }

  get method(): string {
    return this.#request.method as string;
  }

  get query(): string {
    return targetQuery(this.#target);
  }

  get headers(): Readonly<Record<string, string | string[] | undefined>> {
    return this.#request.headers;
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  get clientAddress(): string {
    return clientAddress(this.#socketAddress, this.header('x-forwarded-for'), this.#forwardedCount);
  }

  get isEncrypted(): boolean {
    const encrypted = (this.#request.socket as TLSSocket).encrypted === true;
    return isEncrypted(encrypted, this.header('x-forwarded-proto'), this.#forwardedCount);
  }
}
