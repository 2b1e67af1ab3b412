import { describe, expect, test } from 'vitest';
import { GeoJSON, type Polygon } from './index.js';

const point = (...coordinates: number[]) => ({ type: 'Point' as const, coordinates });
const line = (...coordinates: number[][]) => ({ type: 'LineString' as const, coordinates });
const polygon = (...coordinates: number[][][]): Polygon => ({ type: 'Polygon', coordinates });
const square = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

describe('on the sphere', () => {
  test('pointDistance is in metres', () => {
    expect(GeoJSON.pointDistance(point(0, 0), point(0, 0))).toBe(0);
    expect(GeoJSON.pointDistance(point(0, 0), point(0, 90))).toBeCloseTo((6_371_000 * Math.PI) / 2, 3);
    expect(GeoJSON.pointDistance(point(-180, 0), point(180, 0))).toBeCloseTo(0, 3);
    // London to Paris.
    expect(GeoJSON.pointDistance(point(-0.1276, 51.5072), point(2.3522, 48.8566)) / 1000).toBeCloseTo(343.6, 0);
  });

  test('geometryWithinRadius looks at all corners', () => {
    const center = point(0, 0);
    expect(GeoJSON.geometryWithinRadius(point(0, 1), center, 112_000)).toBe(true);
    expect(GeoJSON.geometryWithinRadius(line([0, 0], [0, 1]), center, 112_000)).toBe(true);
    expect(GeoJSON.geometryWithinRadius(line([0, 0], [0, 2]), center, 112_000)).toBe(false);
    expect(GeoJSON.geometryWithinRadius(polygon(square), center, 112_000)).toBe(false);
    expect(GeoJSON.geometryWithinRadius(polygon(square), center, 2_000_000)).toBe(true);
  });

  test('drawCircle has its corners at the distance', () => {
    const circle = GeoJSON.drawCircle(5000, point(11, 48), 7);
    const [ring = []] = circle.coordinates;
    expect(ring).toHaveLength(7);
    for (const corner of ring) expect(GeoJSON.pointDistance(point(...corner), point(11, 48))).toBeCloseTo(5000, 3);
    expect(GeoJSON.drawCircle(10, point(0, 0)).coordinates[0]).toHaveLength(15);
  });

  test('destinationPoint goes the way that pointDistance measures', () => {
    const [latitude = 0, longitude = 0] = GeoJSON.destinationPoint(point(48, 11), 30, 100).coordinates;
    expect(GeoJSON.pointDistance(point(11, 48), point(longitude, latitude))).toBeCloseTo(100_000, 3);
    expect(GeoJSON.destinationPoint(point(0, 179), 90, 1000).coordinates[1]).toBeLessThan(-171);
  });

  test('degrees and radians', () => {
    expect(GeoJSON.numberToRadius(180)).toBe(Math.PI);
    expect(GeoJSON.numberToDegree(Math.PI / 2)).toBe(90);
  });
});

describe('in the plane', () => {
  test('pointInPolygon knows holes and several polygons', () => {
    const hole = [
      [4, 4],
      [6, 4],
      [6, 6],
      [4, 6],
    ];
    expect(GeoJSON.pointInPolygon(point(5, 5), polygon(square))).toBe(true);
    expect(GeoJSON.pointInPolygon(point(15, 5), polygon(square))).toBe(false);
    expect(GeoJSON.pointInPolygon(point(5, 5), polygon(square, hole))).toBe(false);
    expect(GeoJSON.pointInPolygon(point(2, 2), polygon(square, hole))).toBe(true);
    const far = square.map(([x = 0, y = 0]) => [x + 100, y]);
    const several = { type: 'MultiPolygon' as const, coordinates: [[square], [far]] };
    expect([5, 105, 50].map((x) => GeoJSON.pointInPolygon(point(x, 5), several))).toEqual([true, true, false]);
    // A concave one: the notch is outside.
    const notched = polygon([
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 2],
      [0, 10],
    ]);
    expect(GeoJSON.pointInPolygon(point(5, 1), notched)).toBe(true);
    expect(GeoJSON.pointInPolygon(point(5, 5), notched)).toBe(false);
  });

  test('pointInBoundingBox takes corners with the latitude first', () => {
    expect(
      GeoJSON.pointInBoundingBox(point(3, 1), [
        [0, 2],
        [2, 4],
      ]),
    ).toBe(true);
    expect(
      GeoJSON.pointInBoundingBox(point(1, 3), [
        [0, 2],
        [2, 4],
      ]),
    ).toBe(false);
  });

  test('lineStringsIntersect gives the crossings', () => {
    expect(GeoJSON.lineStringsIntersect(line([0, 0], [10, 10]), line([10, 0], [0, 10]))).toEqual([point(5, 5)]);
    expect(GeoJSON.lineStringsIntersect(line([0, 0], [4, 8]), line([0, 4], [9, 4]))).toEqual([point(4, 2)]);
    expect(GeoJSON.lineStringsIntersect(line([0, 0], [1, 1]), line([5, 0], [5, 9]))).toBe(false);
    expect(GeoJSON.lineStringsIntersect(line([0, 0], [1, 1]), line([0, 1], [1, 2]))).toBe(false);
    expect(GeoJSON.lineStringsIntersect(line([0, 0], [4, 4], [8, 0]), line([0, 2], [8, 2]))).toHaveLength(2);
  });

  test('areas and middles', () => {
    expect(Math.abs(GeoJSON.area(polygon(square)))).toBe(100);
    expect(GeoJSON.area(polygon([...square].reverse()))).toBe(-GeoJSON.area(polygon(square)));
    expect(GeoJSON.centroid(polygon(square))).toEqual(point(5, 5));
    expect(
      GeoJSON.centroid(
        polygon([
          [0, 0],
          [3, 0],
          [0, 3],
        ]),
      ),
    ).toEqual(point(1, 1));
    expect(
      GeoJSON.rectangleCentroid(
        polygon([
          [2, 4],
          [6, 4],
          [6, 10],
          [2, 10],
        ]),
      ),
    ).toEqual(point(4, 7));
  });

  test('simplify leaves out small kinks and keeps the ends', () => {
    const points = [point(0, 0), point(1, 0.00001), point(2, 0), point(3, 1), point(4, 0)];
    expect(GeoJSON.simplify(points)).toEqual([point(0, 0), point(2, 0), point(3, 1), point(4, 0)]);
    expect(GeoJSON.simplify(points, 1_000_000)).toEqual([point(0, 0), point(4, 0)]);
    expect(GeoJSON.simplify(points, 0.1)).toHaveLength(5);
    expect(GeoJSON.simplify([point(1, 1)])).toEqual([point(1, 1)]);
  });
});
