import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Runtime } from '../../support/runtimes.js';

/** Shapes the application of `fixtures/server.mjs`. */
export interface FixtureOptions {
  readonly pathPrefix?: string;
  readonly forwardedCount?: number;
  readonly rawMiddleware?: boolean;
  readonly middleware?: boolean;
  readonly fetch?: boolean;
  readonly files?: Readonly<Record<string, unknown>>;
  readonly target?: Readonly<Record<string, unknown>>;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Milliseconds that a stop may take. */
  readonly deadline?: number;
  readonly ignoreSignals?: boolean;
}

/** A line that the fixture printed. */
export type FixtureEvent = { readonly event: string } & Readonly<Record<string, unknown>>;

const program = fileURLToPath(new URL('../fixtures/server.mjs', import.meta.url));

/** A fixture server in a process of its own. */
export class FixtureServer {
  readonly process: ChildProcess;
  readonly events: FixtureEvent[] = [];
  /** What it wrote to its standard error output. */
  errors = '';
  #rest = '';

  private constructor(runtime: Runtime, options: FixtureOptions, environment: NodeJS.ProcessEnv) {
    this.process = spawn(runtime.command, [program], {
      env: { ...process.env, NODE_ENV: 'production', ...environment, FIXTURE: JSON.stringify(options) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
    });
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('{')) this.events.push(JSON.parse(line));
    });
  }

  /** Resolves when it listens, or has failed to. */
  static async start(
    runtime: Runtime,
    options: FixtureOptions = {},
    environment: NodeJS.ProcessEnv = {},
  ): Promise<FixtureServer> {
    const server = new FixtureServer(runtime, options, environment);
    await server.until(({ event }) => event === 'ready' || event === 'failed', 15_000);
    return server;
  }

  get address(): { readonly url: string; readonly port: number; readonly unixSocketPath?: string } {
    const ready = this.events.find(({ event }) => event === 'ready');
    if (!ready) throw new Error(`The fixture does not listen: ${JSON.stringify(this.events)} ${this.errors}`);
    return ready.address as { url: string; port: number };
  }

  get port(): number {
    return this.address.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The first event from index `from` on that fits; waits for it up to `timeout` milliseconds. */
  async until(fits: (event: FixtureEvent) => boolean, timeout = 5000, from = 0): Promise<FixtureEvent> {
    const end = Date.now() + timeout;
    for (;;) {
      const found = this.events.slice(from).find(fits);
      if (found) return found;
      if (Date.now() > end || this.process.exitCode !== null || this.process.signalCode !== null) {
        throw new Error(`The fixture did not print it: ${JSON.stringify(this.events.slice(from))} ${this.errors}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Sends a signal and resolves to the exit code; -1 when the process was ended by the signal itself. */
  async signal(name: NodeJS.Signals): Promise<number> {
    const ended = this.ended();
    this.process.kill(name);
    return ended;
  }

  ended(): Promise<number> {
    const { exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return Promise.resolve(exitCode ?? -1);
    return new Promise((resolve) => this.process.once('exit', (code) => resolve(code ?? -1)));
  }

  async kill(): Promise<void> {
    await this.signal('SIGKILL');
  }
}
