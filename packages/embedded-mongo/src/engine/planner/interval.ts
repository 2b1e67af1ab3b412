/**
 * A place between keys: before all keys that begin with the bytes, or (`after`) behind all of them. No value's key is the
 * beginning of another's, and none has 0xff where a next value could begin, so that 0xff stands for "behind".
 */
export interface Bound {
  readonly bytes: Uint8Array;
  readonly after: boolean;
}

/** Keys of one value from `low` on, up to `high`. */
export interface Interval {
  readonly low: Bound;
  readonly high: Bound;
  /** The key of the only value in it, if there is only one. */
  readonly point: Uint8Array | undefined;
  /** In MongoDB's notation, for `explain`. */
  readonly text: string;
}

const NOTHING = new Uint8Array(0);

export const EVERYTHING: Interval = {
  low: { bytes: NOTHING, after: false },
  high: { bytes: NOTHING, after: true },
  point: undefined,
  text: '[MinKey, MaxKey]',
};

export function pointInterval(key: Uint8Array, text: string): Interval {
  return { low: { bytes: key, after: false }, high: { bytes: key, after: true }, point: key, text };
}

/** All values of the types whose keys begin with a byte from `first` to `last`. */
export function typeInterval(first: number, last: number, text: string): Interval {
  return {
    low: { bytes: Uint8Array.of(first - 1), after: true },
    high: { bytes: Uint8Array.of(last + 1), after: false },
    point: undefined,
    text,
  };
}

/** The bytes at which a scan has to begin or end for a bound. */
export function boundKey(prefix: Uint8Array, { bytes, after }: Bound): Uint8Array {
  const key = new Uint8Array(prefix.length + bytes.length + (after ? 1 : 0));
  key.set(prefix, 0);
  key.set(bytes, prefix.length);
  if (after) key[key.length - 1] = 0xff;
  return key;
}

export function compareBounds(a: Bound, b: Bound): number {
  return Buffer.compare(boundKey(NOTHING, a), boundKey(NOTHING, b));
}

/** What is in one of `a` and in one of `b`; both are sorted and without overlaps. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const one of a) {
    for (const other of b) {
      const low = compareBounds(one.low, other.low) >= 0 ? one : other;
      const high = compareBounds(one.high, other.high) <= 0 ? one : other;
      if (compareBounds(low.low, high.high) >= 0) continue;
      if (low === high) {
        result.push(low);
      } else {
        const text = `${low.text.split(', ')[0]}, ${high.text.split(', ').at(-1)}`;
        result.push({ low: low.low, high: high.high, point: one.point ?? other.point, text });
      }
    }
  }
  return result;
}

/** Sorts intervals and joins those that overlap. */
export function normalize(intervals: readonly Interval[]): Interval[] {
  const sorted = [...intervals].sort((a, b) => compareBounds(a.low, b.low) || compareBounds(a.high, b.high));
  const result: Interval[] = [];
  for (const interval of sorted) {
    const last = result.at(-1);
    if (!last || compareBounds(interval.low, last.high) >= 0) {
      result.push(interval);
    } else if (compareBounds(interval.high, last.high) > 0) {
      const text = `${last.text.split(', ')[0]}, ${interval.text.split(', ').at(-1)}`;
      result[result.length - 1] = { low: last.low, high: interval.high, point: undefined, text };
    }
  }
  return result;
}

/** Whether all of `inner` is within `outer`; both are sorted and without overlaps. */
export function contains(outer: readonly Interval[], inner: readonly Interval[]): boolean {
  return inner.every((one) =>
    outer.some((other) => compareBounds(other.low, one.low) <= 0 && compareBounds(one.high, other.high) <= 0),
  );
}

/** The interval as keys of a part whose order is turned round have it. */
export function inverted({ low, high, point, text }: Interval): Interval {
  return { low: invertedBound(high), high: invertedBound(low), point: point && invertedBytes(point), text };
}

function invertedBound({ bytes, after }: Bound): Bound {
  return { bytes: invertedBytes(bytes), after: !after };
}

function invertedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => ~byte);
}
