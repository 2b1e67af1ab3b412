const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The middle value; of an even count, the mean of the two in the middle. `NaN` of none. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** How far the rounds lie apart: (largest - smallest) / median. 0 of one value. */
export function spread(values: readonly number[]): number {
  return values.length < 2 ? 0 : (Math.max(...values) - Math.min(...values)) / median(values);
}

/**
 * The middle of the ratios of each round. Rounds are measured next to each other, so what disturbs the machine disturbs
 * both alike, and the ratio is steadier than the values.
 */
export function medianRatio(values: readonly number[], base: readonly number[]): number {
  return median(values.slice(0, base.length).map((value, round) => value / (base[round] as number)));
}
