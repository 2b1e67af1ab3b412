/**
 * The indexes of a longest subsequence of `values` that increases; `undefined` values take no part. O(n log n).
 */
export function longestIncreasingSubsequence(values: readonly (number | undefined)[]): number[] {
  // ends[length - 1]: the index of the smallest value that ends an increasing subsequence of that length.
  const ends: number[] = [];
  const predecessors = new Array<number>(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index];
    if (value === undefined) continue;
    const length = countSmaller(ends, values, value);
    predecessors[index] = length === 0 ? -1 : (ends[length - 1] as number);
    ends[length] = index;
  }
  const result: number[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = predecessors[index] as number) result.push(index);
  return result.reverse();
}

function countSmaller(ends: readonly number[], values: readonly (number | undefined)[], value: number): number {
  const last = ends.length;
  // Mostly sorted input is the usual case, and needs no search.
  if (last === 0 || (values[ends[last - 1] as number] as number) < value) return last;
  let low = 0;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[ends[middle] as number] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
