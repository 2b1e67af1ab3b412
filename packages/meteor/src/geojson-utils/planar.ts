import type { BoundingBox, MultiPolygon, Point, Polygon, Position } from './types.js';

type Located = Pick<Point, 'coordinates'>;
type Rings = Pick<Polygon, 'coordinates'>;

function xOf(position: Position | undefined): number {
  return position?.[0] ?? Number.NaN;
}

function yOf(position: Position | undefined): number {
  return position?.[1] ?? Number.NaN;
}

/** The edges of a ring, whether or not its last point is its first. */
function edgesOf(ring: readonly Position[]): [from: Position, to: Position][] {
  return ring.map((to, index) => [ring.at(index - 1) as Position, to]);
}

/** An edge is crossed by the ray from the point to the right, if it goes over its height to the right of it. */
function isCrossed(x: number, y: number, [from, to]: [Position, Position]): boolean {
  if (yOf(from) > y === yOf(to) > y) return false;
  return x < ((xOf(to) - xOf(from)) * (y - yOf(from))) / (yOf(to) - yOf(from)) + xOf(from);
}

export function pointInPolygon(point: Located, polygon: Polygon | MultiPolygon): boolean {
  const [x, y] = [xOf(point.coordinates), yOf(point.coordinates)];
  const polygons = polygon.type === 'Polygon' ? [polygon.coordinates] : polygon.coordinates;
  // In a hole, the ray crosses an even number of edges as well.
  return polygons.some((rings) => rings.flatMap(edgesOf).filter((edge) => isCrossed(x, y, edge)).length % 2 === 1);
}

export function pointInBoundingBox({ coordinates }: Located, [lower, upper]: BoundingBox): boolean {
  const [x, y] = [xOf(coordinates), yOf(coordinates)];
  // The corners have the latitude first.
  return y >= xOf(lower) && y <= xOf(upper) && x >= yOf(lower) && x <= yOf(upper);
}

export function rectangleCentroid({ coordinates: [ring = []] }: Rings): Point {
  return {
    type: 'Point',
    coordinates: [(xOf(ring[0]) + xOf(ring[2])) / 2, (yOf(ring[0]) + yOf(ring[2])) / 2],
  };
}

/** Twice the area of the triangle that an edge makes with the origin; positive if it goes clockwise. */
function crossProduct([from, to]: [Position, Position]): number {
  return xOf(from) * yOf(to) - xOf(to) * yOf(from);
}

export function area({ coordinates: [ring = []] }: Rings): number {
  // The sign is that of Meteor, which puts latitudes first.
  return edgesOf(ring).reduce((sum, edge) => sum + crossProduct(edge), 0) / 2;
}

export function centroid(polygon: Rings): Point {
  const edges = edgesOf(polygon.coordinates[0] ?? []);
  const weighted = (of: (position: Position) => number) =>
    edges.reduce((sum, edge) => sum + (of(edge[0]) + of(edge[1])) * crossProduct(edge), 0) / (6 * area(polygon));
  return { type: 'Point', coordinates: [weighted(xOf), weighted(yOf)] };
}
