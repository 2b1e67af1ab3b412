import { readFile } from 'node:fs/promises';

/**
 * Bytes of files that are asked for often, within a budget; the least recently used ones go first.
 * A file is read once, however many requests wait for it.
 */
export class FileMemory {
  readonly #budget: number;
  readonly #largest: number;
  /** A Map keeps the order of insertion, which makes it a list by time of use. */
  readonly #held = new Map<string, Uint8Array>();
  readonly #loading = new Map<string, Promise<Uint8Array>>();
  #size = 0;

  /**
   * @param budget bytes held in all; default 64 MB
   * @param largest bytes of the largest file that is held; default 4 MB
   */
  constructor(budget = 64 * 1024 * 1024, largest = 4 * 1024 * 1024) {
    this.#budget = budget;
    this.#largest = Math.min(largest, budget);
  }

  /** Bytes held now. */
  get size(): number {
    return this.#size;
  }

  /** Whether a file of `size` bytes is held at all; others are streamed. */
  accepts(size: number): boolean {
    return size <= this.#largest;
  }

  /** The bytes, if they are held. */
  get(file: string): Uint8Array | undefined {
    const bytes = this.#held.get(file);
    // The order only matters once something has to go.
    if (bytes !== undefined && this.#size > this.#budget / 2) {
      this.#held.delete(file);
      this.#held.set(file, bytes);
    }
    return bytes;
  }

  /** Reads a file and holds it. Rejects with the file system's error. */
  load(file: string): Promise<Uint8Array> {
    let loading = this.#loading.get(file);
    if (loading === undefined) {
      loading = readFile(file).then(
        (bytes) => {
          this.#loading.delete(file);
          this.#hold(file, bytes);
          return bytes;
        },
        (error: unknown) => {
          this.#loading.delete(file);
          throw error;
        },
      );
      this.#loading.set(file, loading);
    }
    return loading;
  }

  #hold(file: string, bytes: Uint8Array): void {
    if (!this.accepts(bytes.byteLength)) return;
    this.#held.set(file, bytes);
    this.#size += bytes.byteLength;
    for (const [oldest, held] of this.#held) {
      if (this.#size <= this.#budget) break;
      this.#held.delete(oldest);
      this.#size -= held.byteLength;
    }
  }
}
