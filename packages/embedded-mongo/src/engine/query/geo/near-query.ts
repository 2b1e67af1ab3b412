import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import type { Predicate } from '../predicate.js';
import { asNumber } from '../predicates/integer-operand.js';
import { distanceTo } from './distance.js';
import { checkOnEarth, type Position, readPair, readShape } from './geometry.js';
import { angleBetween, EARTH_RADIUS } from './sphere.js';

/** `$near` and `$nearSphere`: the nearest first. */
export interface NearQuery {
  readonly path: string;
  readonly center: Position;
  /** Least and greatest distance, as angles in radians on the sphere or lengths in the plane. */
  readonly least: number;
  readonly greatest: number;
  readonly isSpherical: boolean;
  /** Distance of a field's value as an angle or a length; `undefined` if it is no geometry. */
  distanceOf(value: unknown): number | undefined;
  readonly predicate: Predicate;
}

const ALL_AROUND = Math.PI;

export function parseNear(
  path: string,
  operator: string,
  operand: unknown,
  siblings: Record<string, unknown>,
): NearQuery {
  const geoJson = isDocument(operand) && '$geometry' in operand ? operand : undefined;
  const center = geoJson ? pointOf(geoJson.$geometry) : readPair(operand);
  if (!center)
    throw new MongoError(2, `invalid point in geo near query $geometry argument: ${JSON.stringify(operand)}`);
  const isSpherical = geoJson !== undefined || operator === '$nearSphere';
  if (isSpherical) checkOnEarth(...center);
  const limits = geoJson ?? siblings;
  // With GeoJSON distances are metres, else radians or, in the plane, what the coordinates are.
  const unit = geoJson ? EARTH_RADIUS : 1;
  const least = distance(limits.$minDistance, 0) / unit;
  const greatest = Math.min(
    distance(limits.$maxDistance, Number.POSITIVE_INFINITY) / unit,
    isSpherical ? ALL_AROUND : Number.POSITIVE_INFINITY,
  );
  const measure = isSpherical ? angleBetween : planeDistance;
  const distanceOf = (value: unknown): number | undefined => {
    const shape = readShape(value);
    return shape && distanceTo(shape, center, measure);
  };
  return {
    path,
    center,
    least,
    greatest,
    isSpherical,
    distanceOf,
    predicate: {
      kind: 'test',
      operator,
      operand,
      leafArrays: 'elements',
      test: (value) => {
        const far = distanceOf(value);
        return far !== undefined && far >= least && far <= greatest;
      },
    },
  };
}

function pointOf(value: unknown): Position | undefined {
  return isDocument(value) && value.type === 'Point' ? readShape(value)?.points[0] : readPair(value);
}

function distance(value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  const number = asNumber(value);
  if (number === undefined || !(number >= 0)) {
    throw new MongoError(2, 'distances of geo near queries must be non-negative numbers');
  }
  return number;
}

function planeDistance([x1, y1]: Position, [x2, y2]: Position): number {
  return Math.hypot(x1 - x2, y1 - y2);
}
