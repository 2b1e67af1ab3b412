import { readFile } from 'node:fs/promises';

/** How a file's bytes are kept. */
export interface Kept {
  /** Bytes. */
  readonly size: number;
}

/**
 * Files that are asked for often, within a budget of bytes; the least recently used ones go first.
 * A file is read once, however many requests wait for it.
 */
export class FileMemory<Form extends Kept> {
  readonly #keep: (bytes: Uint8Array<ArrayBuffer>) => Form;
  readonly #budget: number;
  readonly #largest: number;
  /** A Map keeps the order of insertion, which makes it a list by time of use. */
  readonly #held = new Map<string, Form>();
  readonly #loading = new Map<string, Promise<Form>>();
  #size = 0;

  /**
   * @param keep makes of the bytes what the runtime sends best
   * @param budget bytes held in all; default 64 MB
   * @param largest bytes of the largest file that is held; default 4 MB
   */
  constructor(keep: (bytes: Uint8Array<ArrayBuffer>) => Form, budget = 64 * 1024 * 1024, largest = 4 * 1024 * 1024) {
    this.#keep = keep;
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

  /** The file, if it is held. */
  get(file: string): Form | undefined {
    const kept = this.#held.get(file);
    // The order only matters once something has to go.
    if (kept !== undefined && this.#size > this.#budget / 2) {
      this.#held.delete(file);
      this.#held.set(file, kept);
    }
    return kept;
  }

  /** Reads a file and holds it. Rejects with the file system's error. */
  load(file: string): Promise<Form> {
    let loading = this.#loading.get(file);
    if (loading === undefined) {
      loading = readFile(file).then(
        (bytes) => {
          this.#loading.delete(file);
          const kept = this.#keep(bytes);
          this.#hold(file, kept);
          return kept;
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

  #hold(file: string, kept: Form): void {
    if (!this.accepts(kept.size)) return;
    this.#held.set(file, kept);
    this.#size += kept.size;
    for (const [oldest, held] of this.#held) {
      if (this.#size <= this.#budget) break;
      this.#held.delete(oldest);
      this.#size -= held.size;
    }
  }
}
