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

  private constructor(port: number, child: ChildProcess) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  /** Starts a bundle and resolves when it has said that it listens. */
  static async start(bundle: string, runtime: Runtime, options: ServerOptions = {}): Promise<TestServer> {
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
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new TestServer(port, child);
    await server.#untilListening(options.timeout ?? 20_000);
    return server;
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** Ends the process and resolves to its exit code; killed after 15 seconds. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return this.process.exitCode;
    const ended = new Promise<number | null>((resolve) => this.process.once('exit', (code) => resolve(code)));
    this.process.kill(signal);
    const timer = setTimeout(() => this.process.kill('SIGKILL'), 15_000);
    try {
      return await ended;
    } finally {
      clearTimeout(timer);
    }
  }

  #untilListening(timeout: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: Error): void => {
        clearTimeout(timer);
        clearInterval(poll);
        this.process.off('exit', onExit);
        if (error) {
          this.process.kill('SIGKILL');
          reject(error);
        } else resolve();
      };
      const onExit = (code: number | null): void => done(new Error(`The server ended with ${code}:\n${this.output}`));
      const timer = setTimeout(() => done(new Error(`The server does not listen:\n${this.output}`)), timeout);
      const poll = setInterval(() => {
        if (this.output.includes('LISTENING')) done();
      }, 5);
      this.process.on('exit', onExit);
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
