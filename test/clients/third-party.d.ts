/** What the tests use of `ddp`, which has no types of its own. */
declare module 'ddp' {
  import type { EventEmitter } from 'node:events';

  interface Options {
    readonly host?: string;
    readonly port?: number;
    readonly path?: string;
    readonly useSockJs?: boolean;
    readonly autoReconnect?: boolean;
    readonly ddpVersion?: string;
  }

  type Callback = (error: unknown, result?: unknown) => void;

  export default class DDPClient extends EventEmitter {
    constructor(options: Options);
    readonly collections: Record<string, Record<string, Record<string, unknown>>>;
    connect(callback: (error: unknown, wasReconnect: boolean) => void): void;
    close(): void;
    call(name: string, parameters: readonly unknown[], callback: Callback, updated?: () => void): void;
    subscribe(name: string, parameters: readonly unknown[], callback: (error?: unknown) => void): string;
    unsubscribe(id: string): void;
    observe(
      name: string,
      added?: (id: string) => void,
      changed?: (id: string, old: object, cleared: readonly string[], fields: object) => void,
      removed?: (id: string, old: object) => void,
    ): { stop(): void };
  }
}

/** What the tests use of `simpleddp`, which has no types of its own. */
declare module 'simpleddp' {
  interface Options {
    readonly endpoint: string;
    readonly SocketConstructor: unknown;
    readonly reconnectInterval?: number;
    readonly autoConnect?: boolean;
  }

  interface Subscription {
    ready(): Promise<void>;
    stop(): Promise<void>;
    remove(): Promise<void>;
  }

  type Document = Record<string, unknown> & { readonly id: string };

  interface Change {
    readonly changed: false | { readonly prev: Document; readonly next: Document };
  }

  interface Collection {
    fetch(): Document[];
    onChange(callback: (change: Change) => void): { stop(): void };
  }

  export default class SimpleDDP {
    constructor(options: Options);
    readonly connected: boolean;
    connect(): Promise<void>;
    disconnect(): Promise<void>;
    call(name: string, ...parameters: unknown[]): Promise<unknown>;
    subscribe(name: string, ...parameters: unknown[]): Subscription;
    collection(name: string): Collection;
    on(event: string, callback: (message: unknown) => void): { stop(): void };
  }
}
