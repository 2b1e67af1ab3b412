import type { Position } from './geometry.js';

/** Metres, as MongoDB has it. */
export const EARTH_RADIUS = 6378100;

/** The angle between two places as seen from the middle of the earth, in radians. */
export function angleBetween([lng1, lat1]: Position, [lng2, lat2]: Position): number {
  const toRadians = Math.PI / 180;
  const halfLat = ((lat2 - lat1) * toRadians) / 2;
  const halfLng = ((lng2 - lng1) * toRadians) / 2;
  const haversine =
    Math.sin(halfLat) ** 2 + Math.cos(lat1 * toRadians) * Math.cos(lat2 * toRadians) * Math.sin(halfLng) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Boxes that hold all within an angle (radians) of a place; two if they cross the 180th meridian. */
export function boxesAround([lng, lat]: Position, angle: number): Box[] {
  const degrees = (angle * 180) / Math.PI;
  const south = Math.max(-90, lat - degrees);
  const north = Math.min(90, lat + degrees);
  const widest = Math.max(Math.abs(south), Math.abs(north));
  if (widest >= 90 || degrees >= 90) return [{ west: -180, south, east: 180, north }];
  const width = (Math.asin(Math.min(1, Math.sin(angle) / Math.cos((lat * Math.PI) / 180))) * 180) / Math.PI;
  if (Number.isNaN(width)) return [{ west: -180, south, east: 180, north }];
  const west = lng - width;
  const east = lng + width;
  if (west < -180)
    return [
      { west: -180, south, east, north },
      { west: west + 360, south, east: 180, north },
    ];
  if (east > 180)
    return [
      { west, south, east: 180, north },
      { west: -180, south, east: east - 360, north },
    ];
  return [{ west, south, east, north }];
}
