import { clientAddress, isEncrypted } from '../client-address.js';
import type { RequestInfo } from '../host.js';
import { targetQuery } from '../request-target.js';
import type { BunServer } from './bun-server.js';

type HeaderRecord = Readonly<Record<string, string | string[] | undefined>>;

/** A view of a Web Request; everything but the path is worked out when it is asked for. */
export class BunRequestInfo implements RequestInfo {
  readonly path: string;
  /** Path and query. Bun passes targets through the URL parser before anyone sees them. */
  readonly url: string;
  readonly #target: string;
  readonly #request: Request;
  readonly #server: BunServer;
  readonly #forwardedCount: number;
  #headers: HeaderRecord | undefined;
  #socketAddress: string | undefined;

  /** @param target what middleware has made of the URL */
  constructor(
    request: Request,
    server: BunServer,
    url: string,
    path: string,
    forwardedCount: number,
    target: string = url,
  ) {
    this.#target = target;
    this.path = path;
    this.url = url;
    this.#request = request;
    this.#server = server;
    this.#forwardedCount = forwardedCount;
  }

  get method(): string {
    return this.#request.method;
  }

  get query(): string {
    return targetQuery(this.#target);
  }

  get headers(): HeaderRecord {
    this.#headers ??= headerRecord(this.#request.headers);
    return this.#headers;
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  get clientAddress(): string {
    this.#socketAddress ??= this.#server.requestIP(this.#request)?.address ?? '';
    return clientAddress(this.#socketAddress, this.header('x-forwarded-for'), this.#forwardedCount);
  }

  get isEncrypted(): boolean {
    return isEncrypted(this.#server.protocol === 'https', this.header('x-forwarded-proto'), this.#forwardedCount);
  }

  /** Takes what is only known while the request is under way. For infos that outlive their request. */
  keep(): this {
    this.#socketAddress = this.#server.requestIP(this.#request)?.address ?? '';
    return this;
  }
}

/** Headers as node:http gives them. Bun has joined repeated ones already, `cookie` included. */
export function headerRecord(headers: Headers): Record<string, string | string[] | undefined> {
  const record: Record<string, string | string[] | undefined> = Object.create(null);
  headers.forEach((value, name) => {
    record[name] = value;
  });
  return record;
}
