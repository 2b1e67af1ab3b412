import type { ValueTest } from '../predicate.js';
import { readShape } from './geometry.js';
import { readRegion } from './region.js';

/** `$geoWithin` and `$geoIntersects` as a condition on a field. */
export function geometryTest(operator: string, operand: unknown): ValueTest {
  const region = readRegion(operator === '$within' ? '$geoWithin' : operator, operand);
  return {
    kind: 'test',
    operator,
    operand: region,
    // A pair of coordinates is an array, but not one of geometries; an array of geometries is looked through.
    leafArrays: 'elements',
    test: (value) => {
      const shape = readShape(value);
      return shape !== undefined && region.matches(shape);
    },
  };
}
