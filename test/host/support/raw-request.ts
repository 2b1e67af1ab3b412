import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface RawAnswer {
  /** 0 when there was none. */
  readonly status: number;
  readonly statusLine: string;
  /** Lower-case names; values of repeated headers joined with a line break. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** All that came. */
  readonly text: string;
  readonly isClosed: boolean;
}

export interface RawTarget {
  readonly port?: number;
  readonly path?: string;
  readonly secure?: boolean;
}

/** Opens a connection on which bytes can be sent as they are. */
export function openSocket({ port, path, secure }: RawTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const where = path === undefined ? { port: port as number, host: '127.0.0.1' } : { path };
    const socket = secure ? connectSecurely({ ...where, rejectUnauthorized: false }) : connect(where);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/** Sends bytes and reads until the answer is whole, the connection ends, or `timeout` milliseconds have passed. */
export async function askRaw(target: RawTarget, request: string | Buffer, timeout = 2000): Promise<RawAnswer> {
  const socket = await openSocket(target);
  let text = '';
  let isClosed = false;
  socket.setEncoding('latin1');
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeout);
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (isWhole(text)) setTimeout(finish, 15);
    });
    socket.on('close', () => {
      isClosed = true;
      finish();
    });
    socket.write(request);
  });
  socket.destroy();
  return parseAnswer(text, isClosed);
}

export function parseAnswer(text: string, isClosed = false): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = (end === -1 ? text : text.slice(0, end)).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}\n${value}`;
  }
  const status = Number(statusLine.split(' ')[1] ?? 0);
  return { status, statusLine, headers, body: end === -1 ? '' : text.slice(end + 4), text, isClosed };
}

function isWhole(text: string): boolean {
  const { headers, body } = parseAnswer(text);
  if (!text.includes('\r\n\r\n')) return false;
  if (headers['transfer-encoding'] === 'chunked') return body.endsWith('0\r\n\r\n');
  return headers['content-length'] !== undefined && body.length >= Number(headers['content-length']);
}

/** A request without a body. */
export function head(method: string, target: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
