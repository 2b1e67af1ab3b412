import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Runtime } from './runtimes.js';

export interface ServerOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** File of the bundle to start. Default `index.mjs`. */
  readonly entry?: string;
  /** Milliseconds until it must listen. Default 20,000. */
  readonly timeout?: number;
}

/** A bundle that runs in a process of its own. */
export class TestServer {
  readonly port: number;
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it printed so far. */
  output = '';
  /** Resolves to the exit code when the process has ended and all that it printed is in `output`. */
  readonly closed: Promise<number | null>;

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.process = child;
    this.closed = new Promise((resolve) => child.once('close', (code) => resolve(code)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  /** Starts a bundle and resolves when it has said that it listens. */
  static async start(bundle: string, runtime: Runtime, options: ServerOptions = {}): Promise<TestServer> {
    const server = await TestServer.spawn(bundle, runtime, options);
    await server.printed('LISTENING', options.timeout);
    return server;
  }

  /** Starts a bundle that may need something before it listens. */
  static async spawn(bundle: string, runtime: Runtime, options: ServerOptions = {}): Promise<TestServer> {
    const port = Number(options.env?.PORT ?? (await freePort()));
    const child = spawn(runtime.command, [join(bundle, options.entry ?? 'index.mjs')], {
      cwd: options.cwd ?? '/',
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        BIND_IP: '127.0.0.1',
        ROOT_URL: `http://127.0.0.1:${port}`,
        METEOR_PRINT_ON_LISTEN: '1',
        // What a failed test leaves running ends with the tests.
        METEOR_PARENT_PID: String(process.pid),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new TestServer(port, child);
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** Ends the process and resolves to its exit code; killed after 15 seconds. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.closed;
    this.process.kill(signal);
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 15_000);
    try {
      return await this.closed;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Resolves when it has printed `text`. It is killed when it has not after `timeout` milliseconds (default 20,000). */
  printed(text: string, timeout = 20_000): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (problem?: string): void => {
        clearTimeout(timer);
        clearInterval(poll);
        this.process.off('close', onEnd);
        if (problem !== undefined) {
          this.process.kill('SIGKILL');
          reject(new Error(`${problem}. It printed:\n${this.output}`));
        } else resolve();
      };
      const look = (problem?: string): void => {
        if (this.output.includes(text)) done();
        else if (problem !== undefined) done(problem);
      };
      const onEnd = (code: number | null): void => look(`The server ended with ${code}`);
      const timer = setTimeout(() => look(`The server does not print ${text}`), timeout);
      const poll = setInterval(look, 5);
      this.process.on('close', onEnd);
    });
  }
}

/** A TCP port on loopback that nobody uses at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
