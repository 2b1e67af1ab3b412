import { decodeDocument, decodeFields, FieldSet } from '../bson/decode.js';
import { valueAtPath } from '../expression/field-path.js';
import { geoRanges } from '../indexes/geo-index.js';
import type { PlannedIndex, ScanPlan } from '../planner/scan-plan.js';
import type { FilterNode } from '../query/filter-node.js';
import type { NearQuery } from '../query/geo/near-query.js';
import { boxesAround } from '../query/geo/sphere.js';
import type { Row, RowStream } from './row.js';
import { type ScanRequest, scanChunks } from './scan.js';

/** About 1 km on earth, or as many degrees in the plane. */
const FIRST_RADIUS = 1 / 6378;

/** Gives what is near, the nearest first: ring by ring around the middle, each twice as far as the one before. */
export function* nearRows(
  request: ScanRequest,
  index: PlannedIndex,
  near: NearQuery,
  residual: FilterNode | undefined,
): RowStream {
  const fields = new FieldSet([near.path.split('.', 1)[0] as string]);
  const parts = near.path.split('.');
  let inner = 0;
  let outer = Math.max(FIRST_RADIUS, near.least);
  for (;;) {
    const isLast = outer >= (near.isSpherical ? Math.PI : 720) || outer >= near.greatest;
    const ring: { row: Row; distance: number }[] = [];
    const seen = new Set<number>();
    for (const rows of scanChunks(request, ringScan(index, near, outer, isLast))) {
      for (const row of rows) {
        if (seen.has(row.record)) continue;
        seen.add(row.record);
        const distance = nearest(near, valueAtPath(decodeFields(row.bytes, fields), parts));
        if (distance === undefined || distance < near.least || distance > near.greatest) continue;
        if (distance < inner || (!isLast && distance >= outer)) continue;
        if (residual && !residual.matches(decodeDocument(row.bytes))) continue;
        ring.push({ row, distance });
      }
      yield undefined;
    }
    ring.sort((a, b) => a.distance - b.distance);
    for (const { row } of ring) yield row;
    if (isLast) return;
    inner = outer;
    outer *= 2;
  }
}

/** Distance of the nearest of what a field has, be it one geometry or several. */
export function nearest(near: NearQuery, value: unknown): number | undefined {
  const distance = near.distanceOf(value);
  if (distance !== undefined || !Array.isArray(value)) return distance;
  const distances = value.flatMap((element) => near.distanceOf(element) ?? []);
  return distances.length > 0 ? Math.min(...distances) : undefined;
}

function ringScan(index: PlannedIndex, near: NearQuery, radius: number, isLast: boolean): ScanPlan {
  const everywhere = [{ west: -180, south: -90, east: 180, north: 90 }];
  const [x, y] = near.center;
  const reach = Math.min(radius, near.greatest);
  const boxes = near.isSpherical
    ? boxesAround(near.center, reach)
    : [{ west: x - reach, south: y - reach, east: x + reach, north: y + reach }];
  const ranges = geoRanges(isLast && near.greatest === Number.POSITIVE_INFINITY ? everywhere : boxes);
  return { kind: 'index', index, ranges, direction: 1, bounds: {}, repeats: true };
}
