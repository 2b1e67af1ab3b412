import { numberToRadius } from './spherical.js';
import type { LineString, Point, Position } from './types.js';

type Located = Pick<Point, 'coordinates'>;

function segmentsOf({ coordinates }: Pick<LineString, 'coordinates'>): [Position, Position][] {
  return coordinates.slice(1).map((to, index) => [coordinates[index] as Position, to]);
}

function difference(a: Position, b: Position): [number, number] {
  return [(a[0] ?? Number.NaN) - (b[0] ?? Number.NaN), (a[1] ?? Number.NaN) - (b[1] ?? Number.NaN)];
}

function cross([ax, ay]: [number, number], [bx, by]: [number, number]): number {
  return ax * by - ay * bx;
}

/** Where two segments cross. Parallel ones do not. */
function intersection([a, a2]: [Position, Position], [b, b2]: [Position, Position]): Position | undefined {
  const alongA = difference(a2, a);
  const alongB = difference(b2, b);
  const determinant = cross(alongA, alongB);
  if (determinant === 0) return undefined;
  const offset = difference(b, a);
  const partOfA = cross(offset, alongB) / determinant;
  const partOfB = cross(offset, alongA) / determinant;
  if (!(partOfA >= 0 && partOfA <= 1 && partOfB >= 0 && partOfB <= 1)) return undefined;
  return [(a[0] as number) + partOfA * alongA[0], (a[1] as number) + partOfA * alongA[1]];
}

export function lineStringsIntersect(
  a: Pick<LineString, 'coordinates'>,
  b: Pick<LineString, 'coordinates'>,
): Point[] | false {
  const points: Point[] = [];
  for (const segmentOfA of segmentsOf(a)) {
    for (const segmentOfB of segmentsOf(b)) {
      const crossing = intersection(segmentOfA, segmentOfB);
      // As in Meteor, latitude first.
      if (crossing) points.push({ type: 'Point', coordinates: [crossing[1] as number, crossing[0] as number] });
    }
  }
  return points.length > 0 && points;
}

const METRES_PER_DEGREE = (2 * Math.PI * 6_378_137) / 360;

/** By the algorithm of Douglas and Peucker: keeps the point farthest from the straight line, then looks at both halves. */
export function simplify(points: readonly Located[], kink = 20): Point[] {
  const positions = points.map(({ coordinates }) => coordinates);
  const kept = new Set([0, positions.length - 1]);
  const ranges: [number, number][] = [[0, positions.length - 1]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [start, end] = range;
    const farthest = findFarthest(positions, start, end);
    if (!farthest || farthest.distance * METRES_PER_DEGREE < kink) continue;
    kept.add(farthest.index);
    ranges.push([start, farthest.index], [farthest.index, end]);
  }
  return positions
    .filter((_, index) => kept.has(index))
    .map((coordinates) => ({ type: 'Point', coordinates: [...coordinates] }));
}

/** The point between two others that is farthest from the segment between them, in degrees of latitude. */
function findFarthest(positions: readonly Position[], start: number, end: number) {
  const from = positions[start] as Position;
  const segment = flatten(from, positions[end] as Position);
  let farthest: { index: number; distance: number } | undefined;
  for (let index = start + 1; index < end; index++) {
    const distance = distanceFromSegment(flatten(from, positions[index] as Position), segment);
    if (!farthest || distance > farthest.distance) farthest = { index, distance };
  }
  return farthest;
}

/** What leads from one position to another, with degrees of longitude as short as they are at that latitude. */
function flatten(from: Position, to: Position): [number, number] {
  const [longitude, latitude] = difference(to, from);
  const shortWay = Math.abs(longitude) > 180 ? 360 - Math.abs(longitude) : longitude;
  return [shortWay * Math.cos(numberToRadius(((from[1] as number) + (to[1] as number)) / 2)), latitude];
}

function distanceFromSegment([x, y]: [number, number], [endX, endY]: [number, number]): number {
  const length = endX ** 2 + endY ** 2;
  const part = length === 0 ? 0 : Math.min(1, Math.max(0, (x * endX + y * endY) / length));
  return Math.hypot(x - part * endX, y - part * endY);
}
