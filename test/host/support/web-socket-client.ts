import type { Socket } from 'node:net';
import WebSocket from 'ws';
import { head, openSocket, type RawTarget } from './raw-request.js';

/** A `ws` client that keeps what it was told. */
export class Client {
  readonly socket: WebSocket;
  readonly messages: string[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.messages.push(isBinary ? `binary ${data.toString('hex')}` : data.toString());
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** Rejects with `ws`'s error when the server refuses. */
  static open(url: string, protocols: string[] = [], options: WebSocket.ClientOptions = {}): Promise<Client> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, protocols, { perMessageDeflate: false, ...options });
      const client = new Client(socket);
      socket.once('open', () => resolve(client));
      socket.once('error', reject);
    });
  }

  /** Resolves when that many messages are there. */
  async until(count: number): Promise<string[]> {
    const end = Date.now() + 3000;
    while (this.messages.length < count) {
      if (Date.now() > end) throw new Error(`${this.messages.length} of ${count} messages came`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.messages;
  }
}

/** A connection after the handshake, for frames that no client library would send. */
export async function openFrames(target: RawTarget, path: string): Promise<Socket> {
  const socket = await openSocket(target);
  socket.write(head('GET', path, handshake));
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (data: Buffer) => {
      if (data.includes('101 Switching')) resolve();
      else reject(new Error(data.toString()));
    });
  });
  return socket;
}

export const handshake = {
  Upgrade: 'websocket',
  Connection: 'Upgrade',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
} as const;

/** One masked frame as a client sends it. */
export function frame(payload: string | Buffer, opcode = 1, isFinal = true): Buffer {
  const data = Buffer.from(payload);
  const size = data.length;
  const mask = Buffer.from([1, 2, 3, 4]);
  const start = Buffer.alloc(size < 126 ? 2 : size < 65536 ? 4 : 10);
  start[0] = (isFinal ? 0x80 : 0) | opcode;
  start[1] = 0x80 | (size < 126 ? size : size < 65536 ? 126 : 127);
  if (start.length === 4) start.writeUInt16BE(size, 2);
  if (start.length === 10) start.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([start, mask, data.map((byte, index) => byte ^ (mask[index & 3] as number))]);
}
