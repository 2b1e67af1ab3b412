import { isDocument } from '../../bson/value-type.js';
import { MongoError } from '../../mongo-error.js';
import { asNumber } from '../predicates/integer-operand.js';
import { type Position, positionsOf, readPair, requireGeoJson, type Shape } from './geometry.js';
import { inPolygon, isWithin, shapesIntersect } from './planar.js';
import { angleBetween, type Box, boxesAround } from './sphere.js';

/** An area that geometries are within, or meet. */
export interface Region {
  matches(shape: Shape): boolean;
  /** Everything that matches has a point in one of these. */
  readonly boxes: readonly Box[];
}

/** The operand of `$geoWithin` or `$geoIntersects`. */
export function readRegion(operator: string, operand: unknown): Region {
  if (!isDocument(operand)) throw new MongoError(2, `${operator} needs a document`);
  const [kind] = Object.keys(operand);
  const value: unknown = kind === undefined ? undefined : operand[kind];
  if (kind === '$geometry') return geometryRegion(operator, value);
  if (operator === '$geoIntersects') throw new MongoError(2, '$geoIntersects needs a $geometry');
  switch (kind) {
    case '$box':
      return boxRegion(value);
    case '$polygon':
      return polygonRegion(value);
    case '$center':
      return circleRegion(kind, value, ([x1, y1], [x2, y2]) => Math.hypot(x1 - x2, y1 - y2), planeBoxes);
    case '$centerSphere':
      return circleRegion(kind, value, angleBetween, boxesAround);
    default:
      throw new MongoError(2, `unknown geo specifier: ${String(kind)}`);
  }
}

function geometryRegion(operator: string, value: unknown): Region {
  const region = requireGeoJson(value, operator);
  const boxes = [boxOf(positionsOf(region))];
  if (operator === '$geoIntersects') return { matches: (shape) => shapesIntersect(shape, region), boxes };
  if (region.polygons.length === 0) {
    throw new MongoError(2, `$within not supported with provided geometry: ${JSON.stringify(value)}`);
  }
  return { matches: (shape) => isWithin(shape, region.polygons), boxes };
}

export function boxOf(positions: readonly Position[]): Box {
  const xs = positions.map(([x]) => x);
  const ys = positions.map(([, y]) => y);
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

function pairs(value: unknown, what: string, count?: number): Position[] {
  const parts: unknown[] = Array.isArray(value) ? value : isDocument(value) ? Object.values(value) : [];
  const positions = parts.map(readPair);
  if (positions.length === 0 || positions.includes(undefined) || (count !== undefined && positions.length !== count)) {
    throw new MongoError(2, `Point must only contain numeric elements: ${what}`);
  }
  return positions as Position[];
}

function boxRegion(value: unknown): Region {
  const box = boxOf(pairs(value, '$box', 2));
  const inBox = ([x, y]: Position): boolean => x >= box.west && x <= box.east && y >= box.south && y <= box.north;
  return { matches: (shape) => positionsOf(shape).every(inBox), boxes: [box] };
}

function polygonRegion(value: unknown): Region {
  const ring = pairs(value, '$polygon');
  if (ring.length < 3) throw new MongoError(2, 'Polygon must have at least 3 points');
  return { matches: (shape) => positionsOf(shape).every((point) => inPolygon(point, [ring])), boxes: [boxOf(ring)] };
}

function circleRegion(
  kind: string,
  value: unknown,
  distance: (a: Position, b: Position) => number,
  boxesWithin: (center: Position, radius: number) => Box[],
): Region {
  const [middle, length] = Array.isArray(value) ? value : [];
  const center = readPair(middle);
  const radius = asNumber(length);
  if (!center || radius === undefined || !(radius >= 0))
    throw new MongoError(2, `bad ${kind}: it takes [[x, y], radius]`);
  return {
    matches: (shape) => positionsOf(shape).every((point) => distance(point, center) <= radius),
    boxes: boxesWithin(center, radius),
  };
}

function planeBoxes([x, y]: Position, radius: number): Box[] {
  return [{ west: x - radius, south: y - radius, east: x + radius, north: y + radius }];
}
