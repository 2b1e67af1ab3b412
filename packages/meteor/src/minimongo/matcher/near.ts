import { GeoJSON } from '@bolide/meteor/geojson-utils';
import { isPlainObject } from '../values/bson-type.js';
import { expandArrays } from '../values/lookup.js';
import { type MatchResult, NO_MATCH, type ValueMatcher } from './match-result.js';
import { type Geometry, readGeometry, readPoint } from './points.js';

interface NearQuery {
  readonly minDistance: number;
  readonly maxDistance: number;
  /** `undefined` for what has no place. */
  distanceOf(value: unknown): number | undefined;
}

/**
 * Matches what is near a point. The nearest of several points in a document counts.
 *
 * @param siblings The object that $near stands in, with $maxDistance and $minDistance of pairs of coordinates.
 * @param isUpdate For an update of the first match: any point will do.
 */
export function near(
  operand: unknown,
  siblings: Readonly<Record<string, unknown>>,
  isUpdate: boolean,
): Pick<ValueMatcher, 'matchBranches'> {
  const query = readQuery(operand, siblings);
  return {
    matchBranches(branches) {
      let nearest: MatchResult = NO_MATCH;
      for (const { value, arrayIndices } of expandArrays(branches)) {
        if (isUpdate) return { result: true, ...(arrayIndices && { arrayIndices }) };
        const distance = query.distanceOf(value);
        if (distance === undefined || distance > query.maxDistance || distance < query.minDistance) continue;
        if (nearest.distance !== undefined && nearest.distance <= distance) continue;
        nearest = { result: true, distance, ...(arrayIndices && { arrayIndices }) };
      }
      return nearest;
    },
  };
}

function readQuery(operand: unknown, siblings: Readonly<Record<string, unknown>>): NearQuery {
  if (isPlainObject(operand) && Object.hasOwn(operand, '$geometry')) {
    const center = readGeometry(operand.$geometry);
    if (center?.type !== 'Point' || !readPoint(center.coordinates)) {
      throw new Error('$near: $geometry must be a GeoJSON point');
    }
    const limits = readLimits(operand);
    return { ...limits, distanceOf: (value) => distanceOnSphere(value, center, limits.maxDistance) };
  }
  const center = readPoint(operand);
  if (!center) throw new Error('$near argument must be coordinate pair or GeoJSON');
  return {
    ...readLimits(siblings),
    distanceOf(value) {
      const point = readPoint(value);
      return point && Math.hypot(point[0] - center[0], point[1] - center[1]);
    },
  };
}

function readLimits(source: Readonly<Record<string, unknown>>): Pick<NearQuery, 'minDistance' | 'maxDistance'> {
  const { $minDistance: min, $maxDistance: max } = source;
  for (const [name, value] of Object.entries({ $minDistance: min, $maxDistance: max })) {
    if (value !== undefined && typeof value !== 'number') throw new Error(`${name} must be a number`);
  }
  return { minDistance: (min as number | undefined) ?? 0, maxDistance: (max as number | undefined) ?? Infinity };
}

function distanceOnSphere(value: unknown, center: Geometry, maxDistance: number): number | undefined {
  const geometry = readGeometry(value);
  if (geometry && geometry.type !== 'Point') {
    // Only whether it lies within the distance is known of other shapes.
    return GeoJSON.geometryWithinRadius(geometry as never, center as never, maxDistance) ? 0 : Infinity;
  }
  const point = readPoint(geometry ? geometry.coordinates : value);
  return point && GeoJSON.pointDistance({ coordinates: point }, center as never);
}
