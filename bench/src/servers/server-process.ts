import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

/** How to start a server; all take `PORT` and listen on 127.0.0.1. */
export interface ServerCommand {
  readonly command: string;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that answers `GET /`. */
export interface RunningServer {
  readonly hostname: string;
  readonly port: number;
  /** `undefined` of a server elsewhere. */
  readonly pid: number | undefined;
  /** From starting the process to the first byte of `HTTP/1.1 200`, in milliseconds. */
  readonly coldStart: number;
  stop(): Promise<void>;
}

const HOSTNAME = '127.0.0.1';
/** Milliseconds until a server must answer. */
const PATIENCE = 20_000;

const running = new Set<ChildProcess>();

// However the suite ends, no server outlives it.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a server and waits for its first answer. Rejects with what it printed when none comes. */
export async function startServer({ command, argv, env }: ServerCommand): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://${HOSTNAME}:${port}`;
  const began = performance.now();
  const child = spawn(command, [...argv], {
    cwd: '/',
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), BIND_IP: HOSTNAME, ROOT_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  try {
    await firstAnswer(port, began, () => child.exitCode !== null || child.signalCode !== null);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${command} ${argv.join(' ')}: ${(error as Error).message}\n${output}`);
  }
  const coldStart = performance.now() - began;
  return { hostname: HOSTNAME, port, pid: child.pid, coldStart, stop: () => stop(child) };
}

/** Asks again and again, as soon as the port is closed no more. */
async function firstAnswer(port: number, began: number, hasEnded: () => boolean): Promise<void> {
  while (!(await answers(port))) {
    if (hasEnded()) throw new Error('the server ended');
    if (performance.now() - began > PATIENCE) throw new Error(`no answer in ${PATIENCE / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** `false` when the port is closed; rejects for an answer other than 200. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, HOSTNAME, () => {
      socket.write(`GET / HTTP/1.1\r\nHost: ${HOSTNAME}:${port}\r\nConnection: close\r\n\r\n`);
    });
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.setEncoding('latin1').once('data', (text: string) => {
      if (text.startsWith('HTTP/1.1 200')) resolve(true);
      else reject(new Error(`the server answered ${JSON.stringify(text.slice(0, 200))}`));
      socket.destroy();
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, HOSTNAME, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
