import { isIndexable, isPlainObject } from '../values/bson-type.js';

export type Point = readonly [x: number, y: number];

/** Reads a pair of coordinates: an array, or an object of which `x` and `y`, or else the first two values, count. */
export function readPoint(value: unknown): Point | undefined {
  if (!isIndexable(value)) return undefined;
  const numbers = Array.isArray(value)
    ? value
    : 'x' in value && 'y' in value
      ? [value.x, value.y]
      : Object.values(value);
  const [x, y] = numbers;
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
}

export interface Geometry {
  readonly type: string;
  readonly coordinates: readonly unknown[];
}

/** Reads GeoJSON. */
export function readGeometry(value: unknown): Geometry | undefined {
  if (!isPlainObject(value) || typeof value.type !== 'string' || !Array.isArray(value.coordinates)) return undefined;
  return value as unknown as Geometry;
}

/** The point of a value that is GeoJSON or a pair of coordinates. */
export function readAnyPoint(value: unknown): Point | undefined {
  const geometry = readGeometry(value);
  if (!geometry) return readPoint(value);
  return geometry.type === 'Point' ? readPoint(geometry.coordinates) : undefined;
}
