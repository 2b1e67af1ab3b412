import type { Position, Shape } from './geometry.js';

/** Whether a point is in a polygon or on its outline, with longitudes and latitudes taken for a plane. */
export function inPolygon(point: Position, rings: readonly (readonly Position[])[]): boolean {
  const [outline, ...holes] = rings;
  if (!outline || !inRing(point, outline)) return false;
  return !holes.some((hole) => inRing(point, hole) && !onRing(point, hole));
}

function inRing(point: Position, ring: readonly Position[]): boolean {
  if (onRing(point, ring)) return true;
  const [x, y] = point;
  let inside = false;
  for (const [[x1, y1], [x2, y2]] of edges(ring)) {
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

function onRing(point: Position, ring: readonly Position[]): boolean {
  for (const [start, end] of edges(ring)) if (onSegment(point, start, end)) return true;
  return false;
}

/** The sides of a ring, also if its last point is not its first. */
function* edges(ring: readonly Position[]): Generator<readonly [Position, Position]> {
  for (let i = 0; i < ring.length; i++) yield [ring[i] as Position, ring[(i + 1) % ring.length] as Position];
}

function* segments(line: readonly Position[]): Generator<readonly [Position, Position]> {
  for (let i = 1; i < line.length; i++) yield [line[i - 1] as Position, line[i] as Position];
}

function cross(o: Position, a: Position, b: Position): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

function onSegment(point: Position, start: Position, end: Position): boolean {
  if (Math.abs(cross(start, end, point)) > 1e-12) return false;
  return (
    point[0] >= Math.min(start[0], end[0]) &&
    point[0] <= Math.max(start[0], end[0]) &&
    point[1] >= Math.min(start[1], end[1]) &&
    point[1] <= Math.max(start[1], end[1])
  );
}

function segmentsMeet(a: Position, b: Position, c: Position, d: Position): boolean {
  if (onSegment(a, c, d) || onSegment(b, c, d) || onSegment(c, a, b) || onSegment(d, a, b)) return true;
  return segmentsCross(a, b, c, d);
}

function segmentsCross(a: Position, b: Position, c: Position, d: Position): boolean {
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

/** All lines of a shape: its lines and the outlines of its polygons. */
function* allSegments({ lines, polygons }: Shape): Generator<readonly [Position, Position]> {
  for (const line of lines) yield* segments(line);
  for (const ring of polygons.flat()) yield* edges(ring);
}

function samplePoints({ points, lines, polygons }: Shape): Position[] {
  return [...points, ...lines.flat(), ...polygons.flat(2)];
}

export function shapesIntersect(a: Shape, b: Shape): boolean {
  const inSome = (shape: Shape, other: Shape): boolean =>
    samplePoints(shape).some((point) => other.polygons.some((rings) => inPolygon(point, rings)));
  if (inSome(a, b) || inSome(b, a)) return true;
  if (a.points.some((point) => onSome(point, b)) || b.points.some((point) => onSome(point, a))) return true;
  for (const [start, end] of allSegments(a)) {
    for (const [from, to] of allSegments(b)) if (segmentsMeet(start, end, from, to)) return true;
  }
  return false;
}

function onSome(point: Position, shape: Shape): boolean {
  if (shape.points.some(([x, y]) => x === point[0] && y === point[1])) return true;
  for (const [start, end] of allSegments(shape)) if (onSegment(point, start, end)) return true;
  return false;
}

/** Whether all of a shape is within one of the polygons. */
export function isWithin(shape: Shape, polygons: Shape['polygons']): boolean {
  return polygons.some((rings) => {
    if (!samplePoints(shape).every((point) => inPolygon(point, rings))) return false;
    for (const [start, end] of allSegments(shape)) {
      for (const ring of rings)
        for (const [from, to] of edges(ring)) if (segmentsCross(start, end, from, to)) return false;
    }
    return true;
  });
}
