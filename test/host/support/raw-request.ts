import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

export interface RawAnswer {
  /** 0 when there was none. */
  readonly status: number;
  readonly statusLine: string;
  /** Lower-case names; values of repeated headers joined with a line break. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the connection ends with this answer. */
  readonly isLast: boolean;
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

/**
 * Sends bytes and reads until the answer is whole, the connection ends, or `timeout` milliseconds have passed.
 * Chunked bodies are put together; the text stays as it came.
 */
export async function askRaw(target: RawTarget, request: string | Buffer, timeout = 2000): Promise<RawAnswer> {
  const socket = await openSocket(target);
  const isHead = request.toString().startsWith('HEAD ');
  const chunks: string[] = [];
  let isClosed = false;
  socket.setEncoding('latin1');
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, timeout);
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    let missing = Number.NaN;
    socket.on('data', (chunk: string) => {
      chunks.push(chunk);
      if (Number.isNaN(missing)) missing = missingBytes(chunks.join(''), isHead);
      else missing -= chunk.length;
      if (missing <= 0 || (missing === Number.POSITIVE_INFINITY && chunk.endsWith('0\r\n\r\n'))) finish();
    });
    socket.on('close', () => {
      isClosed = true;
      finish();
    });
    socket.write(request);
  });
  socket.destroy();
  return parseAnswer(chunks.join(''), isClosed);
}

/** NaN: the head is not whole yet; infinity: the end will tell. */
function missingBytes(text: string, isHead: boolean): number {
  if (!text.includes('\r\n\r\n')) return Number.NaN;
  const { status, headers, body } = parseAnswer(text);
  if (status < 200) return Number.NaN;
  if (isHead || status === 204 || status === 304) return 0;
  const length = headers['content-length'];
  return length === undefined ? Number.POSITIVE_INFINITY : Number(length) - body.length;
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
  const body = end === -1 ? '' : text.slice(end + 4);
  const isChunked = headers['transfer-encoding'] === 'chunked';
  const isLast = isClosed || headers.connection?.toLowerCase() === 'close';
  return { status, statusLine, headers, body: isChunked ? dechunk(body) : body, text, isClosed, isLast };
}

function dechunk(text: string): string {
  let body = '';
  for (let start = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', start);
    const size = lineEnd === -1 ? 0 : Number.parseInt(text.slice(start, lineEnd), 16);
    if (!(size > 0)) return body;
    body += text.slice(lineEnd + 2, lineEnd + 2 + size);
    start = lineEnd + 2 + size + 2;
  }
}

/** A request without a body. */
export function head(method: string, target: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
