import { cpuMilliseconds } from '../measure/process-stats.js';
import { Histogram } from './histogram.js';
import type { LoadResult } from './protocol.js';

/** Milliseconds until a server must have answered once. */
const PATIENCE = 10_000;

/** Counts what is answered between `open` and `close`. */
export class TimedWindow {
  readonly #pid: number | undefined;
  readonly #latency = new Histogram();
  #began = 0;
  #ownCpu: NodeJS.CpuUsage | undefined;
  #serverCpu: number | undefined;
  count = 0;
  bytes = 0;

  constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  open(): void {
    this.#serverCpu = this.#readServer();
    this.#ownCpu = process.cpuUsage();
    this.#began = performance.now();
  }

  /** @param milliseconds that one answer took */
  answered(milliseconds: number): void {
    this.count++;
    this.#latency.add(milliseconds);
  }

  /**
   * Resolves after a time; later if nothing has been answered by then, so that there is something to tell.
   * Rejects after ten seconds without an answer.
   */
  async wait(milliseconds: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    while (this.count === 0) {
      if (performance.now() - this.#began > PATIENCE) throw new Error(`no answer in ${PATIENCE / 1000} seconds`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  close(): LoadResult {
    const milliseconds = performance.now() - this.#began;
    const serverCpu = this.#readServer();
    const { user, system } = process.cpuUsage(this.#ownCpu);
    return {
      count: this.count,
      milliseconds,
      latency: {
        p50: this.#latency.percentile(0.5),
        p95: this.#latency.percentile(0.95),
        p99: this.#latency.percentile(0.99),
      },
      bytes: this.bytes,
      ownCpu: (user + system) / 1000,
      ...(serverCpu !== undefined && this.#serverCpu !== undefined && { serverCpu: serverCpu - this.#serverCpu }),
    };
  }

  #readServer(): number | undefined {
    return this.#pid === undefined ? undefined : cpuMilliseconds(this.#pid);
  }
}
