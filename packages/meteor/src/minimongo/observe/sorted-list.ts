/** Where a value goes in a sorted list: after those that equal it. */
export function binarySearch<T>(compare: (a: T, b: T) => number, list: readonly T[], value: T): number {
  let first = 0;
  let end = list.length;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (compare(value, list[middle] as T) >= 0) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** Puts a value where it belongs in a sorted list, and gives its index. */
export function insertInSortedList<T>(compare: (a: T, b: T) => number, list: T[], value: T): number {
  const index = binarySearch(compare, list, value);
  list.splice(index, 0, value);
  return index;
}
