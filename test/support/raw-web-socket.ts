import { randomBytes } from 'node:crypto';
import { RawConnection } from './raw-http.js';

export interface RawFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** A WebSocket on which frames can be sent that no client would send. */
export class RawWebSocket {
  readonly connection: RawConnection;

  private constructor(connection: RawConnection) {
    this.connection = connection;
  }

  /** Shakes hands on `path`. */
  static async open(port: number, path = '/websocket'): Promise<RawWebSocket> {
    const connection = await RawConnection.open(port);
    connection.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        'Sec-WebSocket-Version: 13',
        '\r\n',
      ].join('\r\n'),
    );
    await connection.until((received) => received.includes('\r\n\r\n'));
    if (!connection.received.startsWith('HTTP/1.1 101 ')) throw new Error(`No upgrade: ${connection.received}`);
    return new RawWebSocket(connection);
  }

  /**
   * Sends one frame.
   *
   * @param firstByte FIN, reserved bits and opcode: 0x81 is a whole text message
   * @param length what the header says, whatever the payload has
   */
  send(
    firstByte: number,
    payload: Uint8Array | string = '',
    { masked = true, length }: { masked?: boolean; length?: number } = {},
  ): void {
    const bytes = Buffer.from(payload);
    const size = length ?? bytes.length;
    const head = Buffer.alloc(10);
    head[0] = firstByte;
    let headSize = 2;
    const maskBit = masked ? 0x80 : 0;
    if (size < 126) head[1] = maskBit | size;
    else if (size < 65_536) {
      head[1] = maskBit | 126;
      head.writeUInt16BE(size, 2);
      headSize = 4;
    } else {
      head[1] = maskBit | 127;
      head.writeBigUInt64BE(BigInt(size), 2);
      headSize = 10;
    }
    // A mask of zeros changes nothing.
    this.connection.write(Buffer.concat([head.subarray(0, headSize), Buffer.alloc(masked ? 4 : 0), bytes]));
  }

  /** The whole frames that came. */
  frames(): RawFrame[] {
    const { received } = this.connection;
    const bytes = Buffer.from(received.slice(received.indexOf('\r\n\r\n') + 4), 'latin1');
    const all: RawFrame[] = [];
    for (let at = 0; at + 2 <= bytes.length; ) {
      const opcode = (bytes[at] as number) & 0x0f;
      let length = (bytes[at + 1] as number) & 0x7f;
      let start = at + 2;
      if (length === 126) {
        length = bytes.readUInt16BE(start);
        start += 2;
      } else if (length === 127) {
        length = Number(bytes.readBigUInt64BE(start));
        start += 8;
      }
      if (start + length > bytes.length) break;
      all.push({ opcode, payload: bytes.subarray(start, start + length) });
      at = start + length;
    }
    return all;
  }

  /** Resolves to the first text message, past or to come, that matches. */
  async text(matches: (text: string) => boolean): Promise<string> {
    const find = (): string | undefined =>
      this.frames()
        .filter(({ opcode }) => opcode === 1)
        .map(({ payload }) => payload.toString())
        .find(matches);
    await this.connection.until(() => find() !== undefined);
    return find() as string;
  }

  /** The code of the close frame that the server sent before it ended the connection; 1006 if there was none. */
  async closeCode(): Promise<number> {
    await this.connection.closed;
    const close = this.frames().find(({ opcode }) => opcode === 8);
    if (close === undefined) return 1006;
    return close.payload.length < 2 ? 1005 : close.payload.readUInt16BE(0);
  }
}
