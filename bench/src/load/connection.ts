import type { Socket } from 'bun';

/** A TCP connection that keeps what the kernel does not take at once. */
export class Connection {
  #socket: Socket<undefined> | undefined;
  #pending: Uint8Array | undefined;
  #isClosing = false;

  /**
   * Rejects when nobody listens.
   * @param onData the bytes are only valid during the call
   * @param onLost called when the other side ends the connection, or it breaks
   */
  static async open(
    hostname: string,
    port: number,
    onData: (bytes: Buffer) => void,
    onLost: (reason: Error) => void,
  ): Promise<Connection> {
    const connection = new Connection();
    const lost = (error: Error): void => {
      if (!connection.#isClosing) onLost(error);
    };
    connection.#socket = await Bun.connect<undefined>({
      hostname,
      port,
      data: undefined,
      socket: {
        data: (_socket, bytes) => onData(bytes),
        drain: () => connection.#flush(),
        close: () => lost(new Error('the server closed the connection')),
        error: (_socket, error) => lost(error),
      },
    });
    return connection;
  }

  write(bytes: Uint8Array): void {
    if (this.#pending !== undefined) {
      this.#pending = Buffer.concat([this.#pending, bytes]);
      return;
    }
    const written = (this.#socket as Socket<undefined>).write(bytes);
    if (written < bytes.byteLength) this.#pending = bytes.slice(Math.max(written, 0));
  }

  close(): void {
    this.#isClosing = true;
    this.#socket?.terminate();
  }

  #flush(): void {
    const bytes = this.#pending;
    if (bytes === undefined) return;
    this.#pending = undefined;
    this.write(bytes);
  }
}
