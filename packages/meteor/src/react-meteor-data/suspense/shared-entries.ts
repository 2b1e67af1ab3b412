import { useEffect } from 'react';
import { useRender } from '../rendered-source.js';

/** Milliseconds that something waits for a component to use it. */
const TIME_TO_MOUNT = 10_000;

type State<T> =
  | { readonly kind: 'pending' }
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'error'; readonly error: unknown };

/**
 * What components wait for. It lives outside of them, since React forgets all about a component that suspends before it
 * is mounted.
 */
export class SharedEntry<T> {
  /** Fulfilled when there is a value or an error. */
  readonly settled: Promise<void>;
  onUnused: (() => void) | undefined;
  #state: State<T> = { kind: 'pending' };
  #settle!: () => void;
  readonly #users = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.settled = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get isPending(): boolean {
    return this.#state.kind === 'pending';
  }

  /** The value. Throws the error if there is one; else, while there is nothing, what React waits for. */
  read(): T {
    if (this.#state.kind === 'value') return this.#state.value;
    throw this.#state.kind === 'error' ? this.#state.error : this.settled;
  }

  /** The value, if there is one. */
  peek(): T | undefined {
    return this.#state.kind === 'value' ? this.#state.value : undefined;
  }

  setValue(value: T): void {
    this.#become({ kind: 'value', value });
  }

  setError(error: unknown): void {
    this.#become({ kind: 'error', error });
  }

  /** Keeps it for a component; returns what gives it back. */
  use(render: () => void): () => void {
    clearTimeout(this.#timer);
    this.#users.add(render);
    return () => {
      this.#users.delete(render);
      // React's strict mode gives back and takes again at once.
      this.#endUnlessUsed(0);
    };
  }

  #become(state: State<T>): void {
    this.#state = state;
    this.#settle();
    if (this.#users.size === 0) this.#endUnlessUsed(TIME_TO_MOUNT);
    for (const render of this.#users) render();
  }

  #endUnlessUsed(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (this.#users.size > 0) return;
    this.#timer = setTimeout(() => this.onUnused?.(), milliseconds);
  }
}

/** Keeps an entry while the component is mounted. */
export function useEntry<T>(entry: SharedEntry<T> | undefined): void {
  const render = useRender();
  useEffect(() => entry?.use(render), [entry, render]);
}
