import type { PlainObject } from '../values/bson-type.js';

export type Container = PlainObject | unknown[];

/**
 * A document that is being changed. The original stays as it is: what changes is copied first, with the objects and
 * arrays on the way to it; all the rest is shared.
 */
export class Draft {
  readonly document: PlainObject;
  readonly #copies = new Set<unknown>();

  constructor(original: PlainObject) {
    this.document = this.#copy(original);
  }

  /** The object or array `container[key]`, where it may be changed. */
  open(container: Container, key: string | number): Container {
    const value = (container as PlainObject)[key] as Container;
    if (this.#copies.has(value)) return value;
    const copy = this.#copy(value);
    (container as PlainObject)[key] = copy;
    return copy;
  }

  /** The array `container[key]`, where it may be changed; `undefined` if there is none. */
  openArray(container: Container, key: string | number): unknown[] | undefined {
    return Array.isArray((container as PlainObject)[key]) ? (this.open(container, key) as unknown[]) : undefined;
  }

  #copy<T extends Container>(value: T): T {
    const copy = Array.isArray(value)
      ? value.slice()
      : Object.assign(Object.create(Object.getPrototypeOf(value)), value);
    this.#copies.add(copy);
    return copy as T;
  }
}
