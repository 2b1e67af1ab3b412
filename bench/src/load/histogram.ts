/** Steps in which a value doubles: neighbours lie 1.1 % apart. */
const STEPS = 64;
/** Smallest value that is told apart, in milliseconds. */
const SMALLEST = 0.001;
const SIZE = STEPS * 32;

/** Counts durations in steps that grow with them: cheap to fill, right to 1 %. */
export class Histogram {
  readonly #counts = new Float64Array(SIZE);
  #total = 0;
  #lastValue = -1;
  #lastStep = 0;

  /** @param milliseconds of one duration; the answers of one read share it, so the last one is remembered */
  add(milliseconds: number): void {
    if (milliseconds !== this.#lastValue) {
      this.#lastValue = milliseconds;
      const step = Math.ceil(Math.log2(Math.max(milliseconds, SMALLEST) / SMALLEST) * STEPS);
      this.#lastStep = Math.min(step, SIZE - 1);
    }
    this.#counts[this.#lastStep] = (this.#counts[this.#lastStep] as number) + 1;
    this.#total++;
  }

  /** The duration that a share of all, e.g. 0.99, does not exceed. `NaN` of none. */
  percentile(share: number): number {
    if (this.#total === 0) return Number.NaN;
    let left = Math.ceil(this.#total * share);
    for (let step = 0; step < SIZE; step++) {
      left -= this.#counts[step] as number;
      if (left <= 0) return SMALLEST * 2 ** (step / STEPS);
    }
    return Number.NaN;
  }
}
