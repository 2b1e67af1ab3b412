import type { Reporter } from '@bolide/build';
import { styled } from './style.js';

/** On a terminal one line that is written over; elsewhere a plain line for each step. */
export class TerminalReporter implements Reporter {
  readonly #verbose: boolean;
  readonly #stream = process.stderr;
  #lineShown = false;

  constructor(verbose: boolean) {
    this.#verbose = verbose;
  }

  step(name: string): void {
    if (this.#overwrites) {
      this.clear();
      this.#stream.write(styled('dim', `${name} …`));
      this.#lineShown = true;
    } else this.#stream.write(`${name}\n`);
  }

  warning(message: string): void {
    this.clear();
    this.#stream.write(`${styled('yellow', 'warning')} ${message}\n`);
  }

  detail(message: string): void {
    if (!this.#verbose) return;
    this.clear();
    this.#stream.write(`${styled('dim', message)}\n`);
  }

  /** Takes the progress line away before something else is printed. */
  clear(): void {
    if (this.#lineShown) this.#stream.write('\r\u001b[K');
    this.#lineShown = false;
  }

  get #overwrites(): boolean {
    return this.#stream.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI;
  }
}
