import type { Position, Shape } from './geometry.js';
import { inPolygon } from './planar.js';

/** How far a place is from the nearest part of a shape; 0 in an area. */
export function distanceTo(
  { points, lines, polygons }: Shape,
  place: Position,
  measure: (a: Position, b: Position) => number,
): number {
  let least = Number.POSITIVE_INFINITY;
  for (const point of points) least = Math.min(least, measure(point, place));
  for (const line of [...lines, ...polygons.flat()]) {
    for (let i = 0; i < line.length; i++) {
      const [start, end] = [line[Math.max(0, i - 1)] as Position, line[i] as Position];
      least = Math.min(least, measure(nearestOnSegment(start, end, place), place));
    }
  }
  return polygons.some((rings) => inPolygon(place, rings)) ? 0 : least;
}

/** On a map on which a degree of longitude is as wide as it is at that place. */
function nearestOnSegment([x1, y1]: Position, [x2, y2]: Position, [x, y]: Position): Position {
  const scale = Math.cos((y * Math.PI) / 180);
  const [dx, dy] = [(x2 - x1) * scale, y2 - y1];
  const length = dx * dx + dy * dy;
  if (length === 0) return [x1, y1];
  const along = Math.min(1, Math.max(0, ((x - x1) * scale * dx + (y - y1) * dy) / length));
  return [x1 + (x2 - x1) * along, y1 + dy * along];
}
