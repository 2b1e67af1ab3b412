import { Tracker } from '@bolide/meteor/tracker';

/** What computations depend on about one key: its value, or whether it has a certain value. */
export class KeyDependencies {
  readonly #value = new Tracker.Dependency();
  /** By the serialized value that was compared with. */
  readonly #comparisons = new Map<string, Tracker.Dependency>();

  dependOnValue(): void {
    this.#value.depend();
  }

  dependOnComparison(serialized: string): void {
    let dependency = this.#comparisons.get(serialized);
    if (!dependency) {
      dependency = new Tracker.Dependency();
      this.#comparisons.set(serialized, dependency);
    }
    const used = dependency;
    if (!used.depend()) return;
    // Or the values ever compared with would stay in memory.
    Tracker.onInvalidate(() => {
      if (!used.hasDependents() && this.#comparisons.get(serialized) === used) this.#comparisons.delete(serialized);
    });
  }

  changed(before: string, after: string): void {
    this.#value.changed();
    this.#comparisons.get(before)?.changed();
    this.#comparisons.get(after)?.changed();
  }
}
