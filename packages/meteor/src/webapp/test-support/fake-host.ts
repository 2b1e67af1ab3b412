import { EventEmitter } from 'node:events';
import type {
  Application,
  Host,
  HostServer,
  HttpServerLike,
  ListenAddress,
  ListenTarget,
  RequestInfo,
} from '@bolide/host';

/** A host that listens nowhere and keeps what it was given. */
export class FakeHost implements Host {
  readonly name = 'fake';
  application: Application | undefined;
  target: ListenTarget | undefined;
  stopListener: ((signal: NodeJS.Signals) => void) | undefined;

  createServer(): HostServer {
    return {
      httpServer: Object.assign(new EventEmitter(), { listening: false }) as unknown as HttpServerLike,
      listen: async (application: Application, target: ListenTarget): Promise<ListenAddress> => {
        this.application = application;
        this.target = target;
        return { url: 'http://localhost:3000/' };
      },
      stop: async () => {
        await this.application?.onStopping?.();
      },
    };
  }

  onStopSignal(listener: (signal: NodeJS.Signals) => void): () => void {
    this.stopListener = listener;
    return () => {};
  }
}

export interface FakeRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly clientAddress?: string;
  readonly isEncrypted?: boolean;
}

export function requestInfo(url: string, request: FakeRequest = {}): RequestInfo {
  const [path = '/', query = ''] = url.split(/\?(.*)/s);
  const headers = request.headers ?? {};
  return {
    method: request.method ?? 'GET',
    path,
    query,
    url,
    header: (name) => headers[name],
    headers,
    clientAddress: request.clientAddress ?? '127.0.0.1',
    isEncrypted: request.isEncrypted ?? false,
  };
}

export async function textOf(body: unknown): Promise<string> {
  if (typeof body === 'string') return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
