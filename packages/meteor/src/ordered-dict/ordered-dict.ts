interface Element<Key, Value> {
  readonly key: Key;
  readonly value: Value;
  next: Element<Key, Value> | null;
  previous: Element<Key, Value> | null;
}

type Iterator<Key, Value, Context> = (this: Context, value: Value, key: Key, index: number) => unknown;

/** A dictionary with an order: items are put before other items. */
export class OrderedDict<Key = string, Value = unknown> {
  /** What an iterator returns to end forEach. */
  static readonly BREAK: { readonly break: true } = { break: true };

  readonly _stringify: (key: Key) => unknown;
  readonly #elements = new Map<string, Element<Key, Value>>();
  #first: Element<Key, Value> | null = null;
  #last: Element<Key, Value> | null = null;

  /** The first argument may be a function that tells keys apart by a text; the others are items to begin with. */
  constructor(stringify: (key: Key) => unknown, ...items: readonly (readonly [Key, Value])[]);
  constructor(...items: readonly (readonly [Key, Value])[]);
  constructor(...args: readonly unknown[]) {
    const [first, ...rest] = args;
    const hasStringify = typeof first === 'function';
    this._stringify = hasStringify ? (first as (key: Key) => unknown) : (key) => key;
    for (const [key, value] of (hasStringify ? rest : args) as [Key, Value][]) this.append(key, value);
  }

  empty(): boolean {
    return this.#first === null;
  }

  size(): number {
    return this.#elements.size;
  }

  has(key: Key): boolean {
    return this.#elements.has(this._k(key));
  }

  get(key: Key): Value | undefined {
    return this.#elements.get(this._k(key))?.value;
  }

  /** Adds an item before another one, or with `null` at the end. Throws if the key is taken or the other is missing. */
  putBefore(key: Key, value: Value, before: Key | null): void {
    if (this.has(key)) throw new Error(`Item ${key} already present in OrderedDict`);
    const next = this.#find(before);
    if (next === undefined) throw new Error('could not find item to put this one before');
    const element: Element<Key, Value> = { key, value, next, previous: null };
    this.#link(element);
    this.#elements.set(this._k(key), element);
  }

  append(key: Key, value: Value): void {
    this.putBefore(key, value, null);
  }

  /** Takes an item out, and gives its value. Throws if it is missing. */
  remove(key: Key): Value {
    const element = this.#elements.get(this._k(key));
    if (!element) throw new Error(`Item ${key} not present in OrderedDict`);
    this.#unlink(element);
    this.#elements.delete(this._k(key));
    return element.value;
  }

  /** Moves an item before another one, or with `null` to the end. Throws if one of them is missing. */
  moveBefore(key: Key, before: Key | null): void {
    const element = this.#elements.get(this._k(key));
    const next = this.#find(before);
    if (!element) throw new Error('Item to move is not present');
    if (next === undefined) throw new Error('Could not find element to move this one before');
    if (next === element || next === element.next) return;
    this.#unlink(element);
    element.next = next;
    this.#link(element);
  }

  /** Calls `iterator(value, key, index)` in order, until it returns `OrderedDict.BREAK`. */
  forEach<Context = null>(iterator: Iterator<Key, Value, Context>, context: Context = null as Context): void {
    let index = 0;
    for (let element = this.#first; element; element = element.next) {
      if (iterator.call(context, element.value, element.key, index++) === OrderedDict.BREAK) return;
    }
  }

  /** Like forEach, and waits for each call before the next. */
  async forEachAsync<Context = null>(
    iterator: Iterator<Key, Value, Context>,
    context: Context = null as Context,
  ): Promise<void> {
    let index = 0;
    for (let element = this.#first; element; element = element.next) {
      if ((await iterator.call(context, element.value, element.key, index++)) === OrderedDict.BREAK) return;
    }
  }

  first(): Key | undefined {
    return this.#first?.key;
  }

  firstValue(): Value | undefined {
    return this.#first?.value;
  }

  last(): Key | undefined {
    return this.#last?.key;
  }

  lastValue(): Value | undefined {
    return this.#last?.value;
  }

  /** The key before `key`; `null` if there is none. */
  prev(key: Key): Key | null {
    return this.#elements.get(this._k(key))?.previous?.key ?? null;
  }

  /** The key after `key`; `null` if there is none. */
  next(key: Key): Key | null {
    return this.#elements.get(this._k(key))?.next?.key ?? null;
  }

  /** The position of a key, from 0; `null` if it is missing. Takes time in proportion to the size. */
  indexOf(key: Key): number | null {
    const target = this.#elements.get(this._k(key));
    if (!target) return null;
    let index = 0;
    for (let element = target.previous; element; element = element.previous) index++;
    return index;
  }

  _k(key: Key): string {
    return ` ${this._stringify(key)}`;
  }

  /** The element of a key, `null` for the end, or `undefined` if it is missing. */
  #find(key: Key | null): Element<Key, Value> | null | undefined {
    return key === null || key === undefined ? null : this.#elements.get(this._k(key));
  }

  /** Puts an element before the one that it names as its next. */
  #link(element: Element<Key, Value>): void {
    const { next } = element;
    const previous = next ? next.previous : this.#last;
    element.previous = previous;
    if (previous) previous.next = element;
    else this.#first = element;
    if (next) next.previous = element;
    else this.#last = element;
  }

  #unlink({ next, previous }: Element<Key, Value>): void {
    if (previous) previous.next = next;
    else this.#first = next;
    if (next) next.previous = previous;
    else this.#last = previous;
  }
}
