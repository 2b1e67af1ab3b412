import { useEffect, useReducer, useState } from 'react';

/** Milliseconds that what a render started may wait for the component to be mounted. */
const TIME_TO_MOUNT = 1_000;

/**
 * Something live that a component reads while it renders. React may throw a render away without a word: what is started
 * in one is therefore stopped when the component is not mounted in time, and started again if it is mounted later.
 */
export abstract class RenderedSource {
  readonly #render: () => void;
  #isMounted = false;
  #isRunning = false;
  #changedBeforeMount = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(render: () => void) {
    this.#render = render;
  }

  /** Starts to follow what there is to follow. `isResumed`: the component has rendered what was found before. */
  protected abstract start(isResumed: boolean): void;
  protected abstract stop(): void;

  /** In a render: ends what runs, and starts anew. */
  restart(): void {
    this.#end();
    this.#begin(false);
    if (this.#isMounted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), TIME_TO_MOUNT);
  }

  /** In an effect; returns what undoes it. */
  mount(): () => void {
    this.#isMounted = true;
    clearTimeout(this.#timer);
    if (!this.#isRunning) this.#begin(true);
    if (this.#changedBeforeMount) {
      this.#changedBeforeMount = false;
      this.#render();
    }
    return () => {
      this.#isMounted = false;
      this.#end();
    };
  }

  /** Has the component render again. */
  protected changed(): void {
    if (this.#isMounted) this.#render();
    else this.#changedBeforeMount = true;
  }

  #begin(isResumed: boolean): void {
    this.#isRunning = true;
    this.start(isResumed);
  }

  #end(): void {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    this.stop();
  }
}

const increment = (count: number): number => count + 1;

/** Gives a function that has the component render again. */
export const useRender = (): (() => void) => useReducer(increment, 0)[1];

/** Keeps one source for a component's lifetime. */
export function useSource<S extends RenderedSource>(create: (render: () => void) => S): S {
  const render = useRender();
  const [source] = useState(() => create(render));
  useEffect(() => source.mount(), [source]);
  return source;
}
