import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { asNumber } from '../predicates/integer-operand.js';

/** Longitude (or x) and latitude (or y), in degrees. */
export type Position = readonly [number, number];

/** A geometry taken apart. The first ring of a polygon is its outline, the others are holes. */
export interface Shape {
  readonly points: readonly Position[];
  readonly lines: readonly (readonly Position[])[];
  readonly polygons: readonly (readonly (readonly Position[])[])[];
}

const NONE: Shape = { points: [], lines: [], polygons: [] };

/**
 * Reads what a document has: GeoJSON, a pair of coordinates `[x, y]` or `{ x, y }`.
 * @returns undefined if it is none of these
 */
export function readShape(value: unknown): Shape | undefined {
  const pair = readPair(value);
  if (pair) return { ...NONE, points: [pair] };
  if (!isDocument(value) || typeof value.type !== 'string') return undefined;
  if (value.type === 'GeometryCollection') {
    if (!Array.isArray(value.geometries)) return undefined;
    const shapes = value.geometries.map(readShape);
    return shapes.includes(undefined) ? undefined : joined(shapes as Shape[]);
  }
  return readGeoJson(value.type, value.coordinates);
}

function readGeoJson(type: string, coordinates: unknown): Shape | undefined {
  switch (type) {
    case 'Point': {
      const position = readPosition(coordinates);
      return position && { ...NONE, points: [position] };
    }
    case 'MultiPoint': {
      const points = readAll(coordinates, readPosition);
      return points && { ...NONE, points };
    }
    case 'LineString': {
      const line = readAll(coordinates, readPosition);
      return line && { ...NONE, lines: [line] };
    }
    case 'MultiLineString': {
      const lines = readAll(coordinates, readLine);
      return lines && { ...NONE, lines };
    }
    case 'Polygon': {
      const rings = readAll(coordinates, readLine);
      return rings && { ...NONE, polygons: [rings] };
    }
    case 'MultiPolygon': {
      const polygons = readAll(coordinates, (polygon) => readAll(polygon, readLine));
      return polygons && { ...NONE, polygons };
    }
    default:
      return undefined;
  }
}

function readLine(value: unknown): Position[] | undefined {
  return readAll(value, readPosition);
}

function readAll<T>(value: unknown, read: (part: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = value.map((part: unknown) => read(part));
  return parts.includes(undefined) ? undefined : (parts as T[]);
}

export function readPosition(value: unknown): Position | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const [x, y] = [asNumber(value[0]), asNumber(value[1])];
  return x === undefined || y === undefined ? undefined : [x, y];
}

/** Coordinates in the old form: a pair, or a document whose first two fields are numbers. */
export function readPair(value: unknown): Position | undefined {
  if (Array.isArray(value)) return readPosition(value);
  if (!isDocument(value) || 'type' in value) return undefined;
  return readPosition(Object.values(value).slice(0, 2));
}

function joined(shapes: readonly Shape[]): Shape {
  return {
    points: shapes.flatMap(({ points }) => points),
    lines: shapes.flatMap(({ lines }) => lines),
    polygons: shapes.flatMap(({ polygons }) => polygons),
  };
}

/** All positions that a shape has. */
export function positionsOf({ points, lines, polygons }: Shape): Position[] {
  return [...points, ...lines.flat(), ...polygons.flat(2)];
}

/** @throws MongoError 2 BadValue unless it is GeoJSON with coordinates on earth */
export function requireGeoJson(value: unknown, operator: string): Shape {
  const shape = isDocument(value) && 'type' in value ? readShape(value) : undefined;
  if (!shape)
    throw new MongoError(2, `unknown GeoJSON type or bad coordinates in ${operator}: ${JSON.stringify(value)}`);
  for (const [x, y] of positionsOf(shape)) checkOnEarth(x, y);
  for (const rings of shape.polygons) {
    for (const ring of rings) {
      const [first, last] = [ring[0] as Position, ring.at(-1) as Position];
      if (ring.length < 4 || first[0] !== last[0] || first[1] !== last[1]) {
        throw new MongoError(2, `Loop is not closed: ${JSON.stringify(ring)}`);
      }
    }
  }
  return shape;
}

/** @throws MongoError 2 BadValue */
export function checkOnEarth(x: number, y: number): void {
  if (x < -180 || x > 180 || y < -90 || y > 90 || Number.isNaN(x + y)) {
    throw new MongoError(2, `longitude/latitude is out of bounds, lng: ${x} lat: ${y}`);
  }
}
