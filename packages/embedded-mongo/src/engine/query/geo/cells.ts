import type { Position } from './geometry.js';
import type { Box } from './sphere.js';

/** Longitude and latitude are cut into 2^BITS each. */
const BITS = 16;
const SIDE = 2 ** BITS;
/** More ranges than this are not worth their queries. */
const MOST_RANGES = 40;

/** Cells from one to another, in the order in which a quadtree is walked through. */
export interface CellRange {
  readonly first: number;
  readonly last: number;
}

/** The number of the cell that a position is in, such that near ones mostly have near numbers. */
export function cellOf([lng, lat]: Position): number {
  return interleave(column(lng), row(lat));
}

function column(lng: number): number {
  return Math.min(SIDE - 1, Math.max(0, Math.floor(((lng + 180) / 360) * SIDE)));
}

function row(lat: number): number {
  return Math.min(SIDE - 1, Math.max(0, Math.floor(((lat + 90) / 180) * SIDE)));
}

function interleave(x: number, y: number): number {
  let cell = 0;
  for (let bit = BITS - 1; bit >= 0; bit--) cell = cell * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1);
  return cell;
}

/** Ranges of cells that together hold all of the boxes, and not much more. */
export function cellRanges(boxes: readonly Box[]): CellRange[] {
  const ranges: CellRange[] = [];
  for (const box of boxes) {
    const area = { x1: column(box.west), y1: row(box.south), x2: column(box.east), y2: row(box.north) };
    // Squares of a quarter of the area's longer side or so cover it with few ranges.
    const longer = Math.max(area.x2 - area.x1, area.y2 - area.y1) + 1;
    collect(0, 0, SIDE, 0, area, Math.max(1, longer / 8), ranges);
  }
  return merged(ranges);
}

interface Area {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

function collect(
  x: number,
  y: number,
  side: number,
  first: number,
  area: Area,
  smallest: number,
  ranges: CellRange[],
): void {
  if (x > area.x2 || y > area.y2 || x + side - 1 < area.x1 || y + side - 1 < area.y1) return;
  const isInside = x >= area.x1 && y >= area.y1 && x + side - 1 <= area.x2 && y + side - 1 <= area.y2;
  if (isInside || side <= smallest || side === 1) {
    ranges.push({ first, last: first + side * side - 1 });
    return;
  }
  const half = side / 2;
  const quarter = half * half;
  collect(x, y, half, first, area, smallest, ranges);
  collect(x + half, y, half, first + quarter, area, smallest, ranges);
  collect(x, y + half, half, first + 2 * quarter, area, smallest, ranges);
  collect(x + half, y + half, half, first + 3 * quarter, area, smallest, ranges);
}

/** Joins neighbours, and then those with the smallest gaps until there are few enough. */
function merged(ranges: CellRange[]): CellRange[] {
  const sorted = ranges.sort((a, b) => a.first - b.first);
  let gap = 1;
  for (;;) {
    const joined: CellRange[] = [];
    for (const range of sorted) {
      const last = joined.at(-1);
      if (last && range.first <= last.last + gap)
        joined[joined.length - 1] = { first: last.first, last: Math.max(last.last, range.last) };
      else joined.push(range);
    }
    if (joined.length <= MOST_RANGES) return joined;
    gap *= 4;
  }
}
