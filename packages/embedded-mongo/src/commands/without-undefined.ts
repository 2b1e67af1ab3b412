type OptionalNames<T> = { [Name in keyof T]-?: object extends Pick<T, Name> ? Name : never }[keyof T];

/** Optional properties may be given as `undefined`. */
type Loose<T> = Omit<T, OptionalNames<T>> & { [Name in OptionalNames<T>]?: T[Name] | undefined };

/** Leaves out the properties that are `undefined`, as exact optional properties want it. */
export function withoutUndefined<T extends object>(value: Loose<T>): T {
  const copy = { ...value } as T;
  for (const name of Object.keys(copy) as (keyof T)[]) {
    if (copy[name] === undefined) delete copy[name];
  }
  return copy;
}
