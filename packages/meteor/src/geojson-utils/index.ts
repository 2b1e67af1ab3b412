import { lineStringsIntersect, simplify } from './lines.js';
import { area, centroid, pointInBoundingBox, pointInPolygon, rectangleCentroid } from './planar.js';
import {
  destinationPoint,
  drawCircle,
  geometryWithinRadius,
  numberToDegree,
  numberToRadius,
  pointDistance,
} from './spherical.js';
import type { GeoJSONApi } from './types.js';

export type * from './types.js';

/** Geometry of points, lines and polygons in GeoJSON. */
export const GeoJSON: GeoJSONApi = {
  pointDistance,
  geometryWithinRadius,
  pointInPolygon,
  pointInBoundingBox,
  lineStringsIntersect,
  numberToRadius,
  numberToDegree,
  drawCircle,
  rectangleCentroid,
  area,
  centroid,
  simplify,
  destinationPoint,
};
