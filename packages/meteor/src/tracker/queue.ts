/** First in, first out, without moving what waits. */
export class Queue<T> {
  #values: T[] = [];
  #next = 0;

  isEmpty(): boolean {
    return this.#next === this.#values.length;
  }

  add(value: T): void {
    this.#values.push(value);
  }

  /** The value that has waited longest, or `undefined`. */
  take(): T | undefined {
    if (this.isEmpty()) return undefined;
    const value = this.#values[this.#next++];
    if (this.isEmpty()) {
      this.#values = [];
      this.#next = 0;
    }
    return value;
  }

  /** Makes `value` the next to be taken. */
  putBack(value: T): void {
    if (this.#next > 0) this.#values[--this.#next] = value;
    else this.#values.unshift(value);
  }
}
