import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { bunCommand, compiled } from '../paths.js';
import type { Answer, Command, LoadResult } from './protocol.js';

/** The suite's end of the load generator's process. */
export class LoadGenerator implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor() {
    const child = spawn(bunCommand(), [compiled('load/generator.js')], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Rejects when the server does not do what it should. One at a time. */
  async run(command: Command): Promise<LoadResult> {
    this.#process.stdin?.write(`${JSON.stringify(command)}\n`);
    const line = await this.#lines.next();
    if (line.done) throw new Error('The load generator ended.');
    const answer = JSON.parse(line.value) as Answer;
    if ('error' in answer) {
      throw new Error(`Load on ${command.hostname}:${command.port}${command.path}: ${answer.error}`);
    }
    return answer.result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.stdin?.end();
    await this.#lines.return?.();
  }
}

/** Whether the load generator itself, one thread, was what could not go faster. */
export const isAtItsLimit = ({ ownCpu, milliseconds }: LoadResult): boolean => ownCpu / milliseconds > 0.9;
