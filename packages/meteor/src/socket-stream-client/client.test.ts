import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ClientStream } from './client.js';

/** What the stream needs of a page. */
interface Page {
  WebSocket: unknown;
  location: unknown;
  __meteor_runtime_config__: unknown;
  addEventListener: unknown;
  removeEventListener: unknown;
}

const page = globalThis as unknown as Page;
let addresses: string[];
let online: Set<() => void>;
let restore: () => void;

beforeEach(() => {
  addresses = [];
  online = new Set();
  const names = [
    'WebSocket',
    'location',
    '__meteor_runtime_config__',
    'addEventListener',
    'removeEventListener',
  ] as const;
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const set = (name: (typeof names)[number], value: unknown) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  set(
    'WebSocket',
    class {
      constructor(address: string) {
        addresses.push(address);
      }
      send() {}
      close() {}
    },
  );
  set('location', { origin: 'https://www.example.com' });
  set('__meteor_runtime_config__', { ROOT_URL: 'https://example.com/app/', ROOT_URL_PATH_PREFIX: '/app' });
  set('addEventListener', (name: string, listener: () => void) => name === 'online' && online.add(listener));
  set('removeEventListener', (name: string, listener: () => void) => name === 'online' && online.delete(listener));
  restore = () => {
    for (const [index, name] of names.entries()) {
      const descriptor = before[index];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete (globalThis as Record<string, unknown>)[name];
    }
  };
});

afterEach(() => restore());

describe('a stream from a page', () => {
  test('connects to the site that the page came from, below its path', () => {
    const stream = new ClientStream('/');
    expect(addresses).toEqual(['wss://www.example.com/app/websocket']);
    stream.disconnect({ _permanent: true });
  });

  test('connects to ROOT_URL if the page came from a file', () => {
    page.location = { origin: 'null' };
    const stream = new ClientStream('/');
    expect(addresses).toEqual(['wss://example.com/app/websocket']);
    stream.disconnect({ _permanent: true });
  });

  test('connects at once when the network is back, and no more when it has ended', () => {
    const stream = new ClientStream('https://other.example.com');
    stream._lostConnection();
    expect(stream.status().status).toBe('waiting');
    for (const listener of online) listener();
    expect(addresses).toEqual(['wss://other.example.com/websocket', 'wss://other.example.com/websocket']);
    stream.disconnect({ _permanent: true });
    expect(online.size).toBe(0);
  });

  test('an address that the browser refuses counts as a lost connection', async () => {
    page.WebSocket = class {
      constructor() {
        throw new Error('insecure');
      }
    };
    const stream = new ClientStream('http://other.example.com', { retry: false, _dontPrintErrors: true });
    const error = await new Promise((resolve) => stream.on('disconnect', resolve));
    expect((error as Error).message).toBe('insecure');
    expect(stream.status().status).toBe('failed');
  });
});
