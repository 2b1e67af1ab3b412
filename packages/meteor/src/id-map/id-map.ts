import { EJSON } from '@bolide/meteor/ejson';

/**
 * A map whose keys are document ids of any kind. Two ids are the same key when `idStringify` gives the same string for
 * both. Iteration follows insertion.
 */
export class IdMap<Id = string, Value = unknown> {
  /** The values by stringified id. Read by code that has the string already. */
  readonly _map = new Map<string, Value>();
  readonly _idStringify: (id: Id) => string;
  readonly _idParse: (key: string) => Id;

  /** @param idStringify Default `JSON.stringify`. @param idParse Its inverse; default `JSON.parse`. */
  constructor(
    idStringify: (id: Id) => string = (id) => JSON.stringify(id),
    idParse: (key: string) => Id = (key) => JSON.parse(key) as Id,
  ) {
    this._idStringify = idStringify;
    this._idParse = idParse;
  }

  get(id: Id): Value | undefined {
    return this._map.get(this._idStringify(id));
  }

  set(id: Id, value: Value): void {
    this._map.set(this._idStringify(id), value);
  }

  remove(id: Id): void {
    this._map.delete(this._idStringify(id));
  }

  has(id: Id): boolean {
    return this._map.has(this._idStringify(id));
  }

  empty(): boolean {
    return this._map.size === 0;
  }

  clear(): void {
    this._map.clear();
  }

  size(): number {
    return this._map.size;
  }

  /** Calls `iterator(value, id)` for every entry until it returns `false`. */
  forEach(iterator: (value: Value, id: Id) => unknown): void {
    for (const [key, value] of this._map) {
      if (iterator(value, this._idParse(key)) === false) return;
    }
  }

  /** Like forEach, and waits for each call before the next. */
  async forEachAsync(iterator: (value: Value, id: Id) => unknown): Promise<void> {
    for (const [key, value] of this._map) {
      if ((await iterator(value, this._idParse(key))) === false) return;
    }
  }

  /** The value of `id`; sets it to `defaultValue` first if there is none. */
  setDefault(id: Id, defaultValue: Value): Value {
    const key = this._idStringify(id);
    if (!this._map.has(key)) this._map.set(key, defaultValue);
    return this._map.get(key) as Value;
  }

  /** A copy whose values are EJSON clones. */
  clone(): IdMap<Id, Value> {
    const copy = new IdMap<Id, Value>(this._idStringify, this._idParse);
    for (const [key, value] of this._map) copy._map.set(key, EJSON.clone(value));
    return copy;
  }
}
