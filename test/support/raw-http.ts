import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** By lower-case name; the last one of several counts. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A TCP connection to a server, for requests that no HTTP client would send. */
export class RawConnection {
  readonly socket: Socket;
  /** All that came so far, as Latin-1. */
  received = '';
  /** Resolves, never rejects, when the connection has ended or was cut. */
  readonly closed: Promise<void>;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1').on('data', (text) => {
      this.received += text;
    });
    socket.on('error', () => {});
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  static open(port: number): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => resolve(new RawConnection(socket)));
    });
  }

  write(bytes: string | Uint8Array): void {
    if (typeof bytes === 'string') this.socket.write(bytes, 'latin1');
    else this.socket.write(bytes);
  }

  /** Resolves when what came is enough; rejects when it is not after 10 seconds, or the connection ended. */
  until(isEnough: (received: string) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const finish = (problem?: string): void => {
        clearTimeout(timer);
        this.socket.off('data', look).off('close', look);
        if (problem === undefined) resolve();
        else reject(new Error(`${problem} It sent: ${JSON.stringify(this.received.slice(-2000))}`));
      };
      const look = (): void => {
        if (isEnough(this.received)) finish();
        else if (this.socket.destroyed) finish('The server closed the connection.');
      };
      const timer = setTimeout(() => finish('The server did not send what was expected.'), 10_000);
      this.socket.on('data', look).on('close', look);
      look();
    });
  }

  /** The responses that came, in their order; bodies by Content-Length, or the rest. */
  responses(): RawResponse[] {
    const all: RawResponse[] = [];
    let rest = this.received;
    while (rest !== '') {
      const [head, ...tail] = rest.split('\r\n\r\n');
      const [statusLine = '', ...lines] = (head ?? '').split('\r\n');
      const headers: Record<string, string> = {};
      for (const line of lines)
        headers[line.slice(0, line.indexOf(':')).toLowerCase()] = line.slice(line.indexOf(':') + 1).trim();
      const after = tail.join('\r\n\r\n');
      const status = Number(statusLine.split(' ')[1]);
      // Interim answers (100 Continue) have no body.
      const length = status < 200 ? 0 : Number(headers['content-length'] ?? after.length);
      all.push({ status, headers, body: after.slice(0, length) });
      rest = after.slice(length);
    }
    return all;
  }
}

/** Sends bytes as they are; the responses that came until the server closed the connection. Rejects after 10 seconds. */
export async function exchange(port: number, bytes: string | Uint8Array): Promise<RawResponse[]> {
  const connection = await RawConnection.open(port);
  connection.write(bytes);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      connection.socket.destroy();
      reject(new Error(`The server keeps the connection open. It sent: ${JSON.stringify(connection.received)}`));
    }, 10_000);
  });
  try {
    await Promise.race([connection.closed, late]);
  } finally {
    clearTimeout(timer);
  }
  return connection.responses();
}

/** The one response to a request that is written out but for `Host` and `Connection: close`. */
export async function request(port: number, requestLine: string, ...headers: string[]): Promise<RawResponse> {
  const lines = [requestLine, `Host: 127.0.0.1:${port}`, 'Connection: close', ...headers];
  const responses = await exchange(port, `${lines.join('\r\n')}\r\n\r\n`);
  if (responses.length !== 1) throw new Error(`${responses.length} responses came to ${JSON.stringify(requestLine)}`);
  return responses[0] as RawResponse;
}
