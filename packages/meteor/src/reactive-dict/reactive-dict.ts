import { EJSON, type EJSONable } from '@bolide/meteor/ejson';
import { Meteor } from '@bolide/meteor/meteor';
import { Tracker } from '@bolide/meteor/tracker';
import { KeyDependencies } from './key-dependencies.js';
import { dictsToMigrate, registerForMigration, type SerializedValues, takeMigratedValues } from './migration.js';

const UNDEFINED = 'undefined';

/** Reactive values by key. Values are what EJSON can carry; what is read is a copy. */
export class ReactiveDict<O = EJSONable> {
  readonly name: string | undefined;
  #values: SerializedValues = Object.create(null);
  readonly #allDependency = new Tracker.Dependency();
  readonly #keyDependencies = new Map<string, KeyDependencies>();
  /** Whether values from before a reload are still to be looked for. */
  #isUnrestored = false;

  /**
   * @param name On the client, a dictionary with a name keeps its contents when the page is reloaded for new code.
   * @param initialValue The values to begin with, unless there are some from before a reload.
   * @throws Error on the client if there is one of that name; for a name of another type.
   */
  constructor(name?: string | null | Partial<O>, initialValue?: Partial<O> | null) {
    if (typeof name === 'object' && name !== null) {
      // Values in the place of the name, as in old Meteor.
      this.#setAll(name);
      return;
    }
    if (name && typeof name !== 'string') throw new Error(`Invalid ReactiveDict argument: ${String(name)}`);
    if (initialValue) this.#setAll(initialValue);
    if (!name) return;
    this.name = name;
    if (Meteor.isClient) {
      registerForMigration(name, this);
      this.#isUnrestored = true;
    }
  }

  /** The serialized values by key. */
  get keys(): SerializedValues {
    this.#restore();
    return this.#values;
  }

  /** Sets the value of a key, or with an object those of several keys. */
  set<P extends keyof O>(key: P, value?: O[P]): void;
  set(object: Partial<O>): void;
  set(keyOrObject: PropertyKey | Partial<O>, value?: unknown): void {
    this.#restore();
    if (typeof keyOrObject === 'object' && keyOrObject !== null && value === undefined) {
      this.#setAll(keyOrObject);
      return;
    }
    const key = String(keyOrObject);
    const serialized = stringify(value);
    const existed = Object.hasOwn(this.#values, key);
    const before = existed ? (this.#values[key] as string) : UNDEFINED;
    this.#values[key] = serialized;
    const hasChanged = before !== serialized;
    if (hasChanged || !existed) this.#allDependency.changed();
    if (hasChanged) this.#keyDependencies.get(key)?.changed(before, serialized);
  }

  /** Like set, for keys that have no value yet. */
  setDefault<P extends keyof O>(key: P, value?: O[P]): void;
  setDefault(object: Partial<O>): void;
  setDefault(keyOrObject: PropertyKey | Partial<O>, value?: unknown): void {
    this.#restore();
    if (typeof keyOrObject === 'object' && keyOrObject !== null && value === undefined) {
      for (const [key, defaultValue] of Object.entries(keyOrObject)) this.#setDefault(key, defaultValue);
    } else {
      this.#setDefault(String(keyOrObject), value);
    }
  }

  /** The value of a key, or `undefined`; the current computation depends on it. */
  get<P extends keyof O>(key: P): O[P] | undefined {
    this.#restore();
    if (Tracker.active) this.#dependenciesOf(String(key)).dependOnValue();
    return this.#read(String(key)) as O[P] | undefined;
  }

  /**
   * Whether the value of a key equals `value`; the current computation depends on just that.
   *
   * @throws Error if `value` is an object other than a Date or an ObjectID: it has no canonical text.
   */
  equals<P extends keyof O>(key: P, value: unknown): boolean {
    this.#restore();
    if (!isScalar(value)) throw new Error('ReactiveDict.equals: value must be scalar');
    if (Tracker.active) this.#dependenciesOf(String(key)).dependOnComparison(stringify(value));
    return EJSON.equals(this.#read(String(key)), value);
  }

  /** All values by key; the current computation depends on all of them. */
  all(): Partial<O> {
    this.#restore();
    this.#allDependency.depend();
    const all: Record<string, unknown> = {};
    for (const key of Object.keys(this.#values)) all[key] = this.#read(key);
    return all as Partial<O>;
  }

  /** Removes all values. */
  clear(): void {
    this.#restore();
    const before = this.#values;
    this.#values = Object.create(null);
    this.#allDependency.changed();
    for (const key of Object.keys(before)) this.#keyDependencies.get(key)?.changed(before[key] as string, UNDEFINED);
  }

  /** Removes the value of a key. Gives whether there was one. */
  delete<P extends keyof O>(key: P): boolean {
    this.#restore();
    const name = String(key);
    if (!Object.hasOwn(this.#values, name)) return false;
    const before = this.#values[name] as string;
    delete this.#values[name];
    this.#keyDependencies.get(name)?.changed(before, UNDEFINED);
    this.#allDependency.changed();
    return true;
  }

  /** Removes all values, and keeps the dictionary from outliving reloads; its name is free again. */
  destroy(): void {
    this.clear();
    if (this.name !== undefined && dictsToMigrate.get(this.name) === this) dictsToMigrate.delete(this.name);
  }

  _getMigrationData(): SerializedValues {
    return this.keys;
  }

  #setDefault(key: string, value: unknown): void {
    if (!Object.hasOwn(this.#values, key)) this.set(key as keyof O, value as O[keyof O]);
  }

  #setAll(object: object): void {
    for (const [key, value] of Object.entries(object)) this.set(key as keyof O, value as O[keyof O]);
  }

  /** Takes over the values from before the reload: at first use, when the package reload has surely been loaded. */
  #restore(): void {
    if (!this.#isUnrestored) return;
    this.#isUnrestored = false;
    const migrated = takeMigratedValues(this.name as string);
    if (migrated) this.#values = Object.assign(Object.create(null), migrated);
  }

  #dependenciesOf(key: string): KeyDependencies {
    let dependencies = this.#keyDependencies.get(key);
    if (!dependencies) {
      dependencies = new KeyDependencies();
      this.#keyDependencies.set(key, dependencies);
    }
    return dependencies;
  }

  #read(key: string): unknown {
    const serialized = this.#values[key];
    return serialized === undefined || serialized === UNDEFINED ? undefined : EJSON.parse<unknown>(serialized);
  }
}

function stringify(value: unknown): string {
  return value === undefined ? UNDEFINED : EJSON.stringify(value);
}

function isScalar(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol';
  return value instanceof Date || (EJSON._isCustomType(value) && value.typeName() === 'oid');
}
