import { Tracker } from '@bolide/meteor/tracker';

type EqualsFunction<T> = (oldValue: T, newValue: T) => boolean;

/** One reactive value. */
export interface ReactiveVar<T> {
  /** The value; the current computation depends on it. */
  get(): T;
  /** Sets the value, and invalidates the computations that depend on it unless it equals the old one. */
  set(newValue: T): void;
  toString(): string;
  curValue: T;
  equalsFunc: EqualsFunction<T> | undefined;
  readonly dep: Tracker.Dependency;
  _numListeners(): number;
}

export interface ReactiveVarConstructor {
  /**
   * @param initialValue The value to begin with.
   * @param equalsFunc Whether setting makes no difference. Default: for identical values that are no objects, since an
   * object may have changed inside.
   */
  new <T>(initialValue: T, equalsFunc?: EqualsFunction<T>): ReactiveVar<T>;
  new <T>(initialValue?: T, equalsFunc?: EqualsFunction<T | undefined>): ReactiveVar<T | undefined>;
  /** The same without `new`. */
  <T>(initialValue: T, equalsFunc?: EqualsFunction<T>): ReactiveVar<T>;
  readonly prototype: ReactiveVar<unknown>;
  _isEqual(oldValue: unknown, newValue: unknown): boolean;
}

// A function, because it may be called without `new`.
function ReactiveVarFunction(
  this: unknown,
  initialValue: unknown,
  equalsFunc?: EqualsFunction<unknown>,
): ReactiveVar<unknown> | undefined {
  if (!(this instanceof ReactiveVar)) return new ReactiveVar(initialValue, equalsFunc);
  const self = this as { -readonly [K in keyof ReactiveVar<unknown>]: ReactiveVar<unknown>[K] };
  self.curValue = initialValue;
  self.equalsFunc = equalsFunc;
  self.dep = new Tracker.Dependency();
  return undefined;
}

const methods: Pick<ReactiveVar<unknown>, 'get' | 'set' | 'toString' | '_numListeners'> &
  ThisType<ReactiveVar<unknown>> = {
  get() {
    this.dep.depend();
    return this.curValue;
  },

  set(newValue) {
    const isEqual = this.equalsFunc ?? ReactiveVar._isEqual;
    if (isEqual(this.curValue, newValue)) return;
    this.curValue = newValue;
    this.dep.changed();
  },

  toString() {
    return `ReactiveVar{${this.get()}}`;
  },

  _numListeners() {
    return this.dep._dependentsById.size;
  },
};

Object.assign(ReactiveVarFunction.prototype, methods);

function isEqual(oldValue: unknown, newValue: unknown): boolean {
  return oldValue === newValue && (!oldValue || ['number', 'boolean', 'string'].includes(typeof oldValue));
}

export const ReactiveVar = Object.assign(ReactiveVarFunction, {
  _isEqual: isEqual,
}) as unknown as ReactiveVarConstructor;
