import type { LineString, Point, Polygon, Position } from './types.js';

const EARTH_RADIUS_IN_KILOMETRES = 6371;

type Located = Pick<Point, 'coordinates'>;

export function numberToRadius(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

export function numberToDegree(radians: number): number {
  return (radians * 180) / Math.PI;
}

/** Longitude and latitude in radians. */
function radiansOf({ coordinates: [longitude = Number.NaN, latitude = Number.NaN] }: Located): [number, number] {
  return [numberToRadius(longitude), numberToRadius(latitude)];
}

/** By the haversine formula. */
export function pointDistance(a: Located, b: Located): number {
  const [longitudeA, latitudeA] = radiansOf(a);
  const [longitudeB, latitudeB] = radiansOf(b);
  const haversine = (angle: number) => Math.sin(angle / 2) ** 2;
  const h =
    haversine(latitudeB - latitudeA) + Math.cos(latitudeA) * Math.cos(latitudeB) * haversine(longitudeB - longitudeA);
  return 2 * Math.atan2(Math.sqrt(h), Math.sqrt(1 - h)) * EARTH_RADIUS_IN_KILOMETRES * 1000;
}

export function geometryWithinRadius(geometry: Point | LineString | Polygon, center: Located, radius: number): boolean {
  const isWithin = (coordinates: Position) => pointDistance({ coordinates }, center) <= radius;
  switch (geometry.type) {
    case 'Point':
      return isWithin(geometry.coordinates);
    case 'LineString':
      return geometry.coordinates.every(isWithin);
    case 'Polygon':
      return (geometry.coordinates[0] ?? []).every(isWithin);
    default:
      return true;
  }
}

/** Where one gets from latitude and longitude (radians) in a direction (radians) after an angle (radians). */
function travel(latitude: number, longitude: number, bearing: number, angle: number): [number, number] {
  const newLatitude = Math.asin(
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing),
  );
  const newLongitude =
    longitude +
    Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
      Math.cos(angle) - Math.sin(latitude) * Math.sin(newLatitude),
    );
  return [newLatitude, newLongitude];
}

export function drawCircle(radius: number, center: Located, steps = 15): Polygon {
  const [longitude, latitude] = radiansOf(center);
  const angle = radius / 1000 / EARTH_RADIUS_IN_KILOMETRES;
  const ring = Array.from({ length: steps }, (_, step): Position => {
    const [pointLatitude, pointLongitude] = travel(latitude, longitude, (2 * Math.PI * step) / steps, angle);
    return [numberToDegree(pointLongitude), numberToDegree(pointLatitude)];
  });
  return { type: 'Polygon', coordinates: [ring] };
}

export function destinationPoint(point: Located, bearing: number, distance: number): Point {
  const [latitude = Number.NaN, longitude = Number.NaN] = point.coordinates.map(numberToRadius);
  const angle = distance / EARTH_RADIUS_IN_KILOMETRES;
  const [newLatitude, newLongitude] = travel(latitude, longitude, numberToRadius(bearing), angle);
  // From -180 to 180 degrees.
  const normalized = ((newLongitude + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
  return { type: 'Point', coordinates: [numberToDegree(newLatitude), numberToDegree(normalized)] };
}
