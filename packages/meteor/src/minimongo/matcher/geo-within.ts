import { GeoJSON } from '@bolide/meteor/geojson-utils';
import { isPlainObject } from '../values/bson-type.js';
import type { ElementMatcher } from './match-result.js';
import { type Geometry, type Point, readAnyPoint, readGeometry, readPoint } from './points.js';

const EARTH_RADIUS_IN_METRES = 6_371_000;

type Contains = (point: Point) => boolean;

/** Matches points, and GeoJSON lines and polygons all of whose corners lie in an area. */
export function within(operand: unknown): ElementMatcher {
  const contains = readArea(operand);
  return (value) => {
    const point = readAnyPoint(value);
    if (point) return contains(point);
    const geometry = readGeometry(value);
    const corners = geometry && cornersOf(geometry);
    return corners !== undefined && corners.length > 0 && corners.every(contains);
  };
}

function readArea(operand: unknown): Contains {
  const entries = isPlainObject(operand) ? Object.entries(operand) : [];
  const [name, shape] = entries[0] ?? [];
  switch (name) {
    case '$geometry':
      return insideGeometry(shape);
    case '$box':
      return insideBox(readPoints(shape, '$box', 2));
    case '$polygon':
      return insidePolygon(readPoints(shape, '$polygon', 3));
    case '$center': {
      const [center, radius] = readCircle(shape, '$center');
      return ([x, y]) => Math.hypot(x - center[0], y - center[1]) <= radius;
    }
    case '$centerSphere': {
      const [center, radius] = readCircle(shape, '$centerSphere');
      const toGeoJSON = ([x, y]: Point) => ({ type: 'Point' as const, coordinates: [x, y] });
      const middle = toGeoJSON(center);
      return (point) => GeoJSON.pointDistance(toGeoJSON(point), middle) <= radius * EARTH_RADIUS_IN_METRES;
    }
    default:
      throw new Error('$geoWithin needs one of $geometry, $box, $polygon, $center and $centerSphere');
  }
}

function readPoints(shape: unknown, name: string, least: number): Point[] {
  const values = Array.isArray(shape) ? shape : isPlainObject(shape) ? Object.values(shape) : [];
  const points = values.map(readPoint);
  if (points.length < least || points.includes(undefined)) {
    throw new Error(`${name} needs at least ${least} pairs of coordinates`);
  }
  return points as Point[];
}

function readCircle(shape: unknown, name: string): [Point, number] {
  const [center, radius] = Array.isArray(shape) ? shape : [];
  const point = readPoint(center);
  if (!point || typeof radius !== 'number' || !(radius >= 0)) {
    throw new Error(`${name} needs a pair of coordinates and a radius`);
  }
  return [point, radius];
}

function insideBox(corners: readonly Point[]): Contains {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return ([x, y]) => x >= left && x <= right && y >= bottom && y <= top;
}

/** A ray from the point to the right crosses the edges an odd number of times. What lies on an edge counts as inside. */
function insidePolygon(corners: readonly Point[]): Contains {
  return (point) => {
    let inside = false;
    let from = corners[corners.length - 1] as Point;
    for (const to of corners) {
      if (isOnEdge(point, from, to)) return true;
      if (crossesRay(point, from, to)) inside = !inside;
      from = to;
    }
    return inside;
  };
}

function crossesRay([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): boolean {
  return fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX;
}

function isOnEdge([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): boolean {
  return (
    (x - fromX) * (toY - fromY) === (y - fromY) * (toX - fromX) &&
    x >= Math.min(fromX, toX) &&
    x <= Math.max(fromX, toX) &&
    y >= Math.min(fromY, toY) &&
    y <= Math.max(fromY, toY)
  );
}

function insideGeometry(shape: unknown): Contains {
  const geometry = readGeometry(shape);
  const polygons =
    geometry?.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry?.type === 'MultiPolygon'
        ? (geometry.coordinates as unknown[][])
        : undefined;
  if (!polygons) throw new Error('$geoWithin: $geometry must be a GeoJSON Polygon or MultiPolygon');
  const areas = polygons.map((rings) => {
    const [outer, ...holes] = rings.map((ring) => insidePolygon(readPoints(ring, 'each ring of $geometry', 3)));
    return (point: Point) => outer?.(point) === true && !holes.some((hole) => hole(point));
  });
  return (point) => areas.some((area) => area(point));
}

function cornersOf({ type, coordinates }: Geometry): Point[] | undefined {
  const depth: Record<string, number> = {
    MultiPoint: 0,
    LineString: 0,
    Polygon: 1,
    MultiLineString: 1,
    MultiPolygon: 2,
  };
  const levels = depth[type];
  if (levels === undefined) return undefined;
  const points = (coordinates as unknown[]).flat(levels).map(readPoint);
  return points.includes(undefined) ? undefined : (points as Point[]);
}
