/** Longitude and latitude in degrees. */
export type Position = readonly number[];

export interface Point {
  readonly type: 'Point';
  readonly coordinates: Position;
}

export interface LineString {
  readonly type: 'LineString';
  readonly coordinates: readonly Position[];
}

/** The outer ring, then holes. */
export interface Polygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly Position[])[];
}

export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly Position[])[])[];
}

/** The lower left and the upper right corner, each as latitude and longitude. */
export type BoundingBox = readonly [lower: Position, upper: Position];

type Located = Pick<Point, 'coordinates'>;

export interface GeoJSONApi {
  /** Metres along the surface of a sphere of the size of the earth. */
  pointDistance(a: Located, b: Located): number;
  /** Whether a point, or all corners of a line or of the outer ring of a polygon, lie within `radius` metres. */
  geometryWithinRadius(geometry: Point | LineString | Polygon, center: Located, radius: number): boolean;
  /** Whether a point lies in a polygon, or in one of several. */
  pointInPolygon(point: Located, polygon: Polygon | MultiPolygon): boolean;
  pointInBoundingBox(point: Located, bounds: BoundingBox): boolean;
  /** The points where two lines cross; `false` if they do not. */
  lineStringsIntersect(a: Pick<LineString, 'coordinates'>, b: Pick<LineString, 'coordinates'>): Point[] | false;
  /** Radians from degrees. */
  numberToRadius(degrees: number): number;
  /** Degrees from radians. */
  numberToDegree(radians: number): number;
  /** A polygon with `steps` corners (default 15) on a circle of `radius` metres. */
  drawCircle(radius: number, center: Located, steps?: number): Polygon;
  /** The middle of a rectangle whose first corner is the lower left one, and whose third is across. */
  rectangleCentroid(rectangle: Pick<Polygon, 'coordinates'>): Point;
  /** The area of the outer ring in square degrees: negative if it goes the other way round. */
  area(polygon: Pick<Polygon, 'coordinates'>): number;
  /** The centre of gravity of the outer ring. */
  centroid(polygon: Pick<Polygon, 'coordinates'>): Point;
  /** A line with fewer points, that leaves out kinks of less than `kink` metres (default 20). */
  simplify(points: readonly Located[], kink?: number): Point[];
  /**
   * Where one gets from `point` in the direction `bearing` (degrees) after `distance` kilometres. Unlike elsewhere, and
   * as in Meteor, the coordinates are latitude and longitude.
   */
  destinationPoint(point: Located, bearing: number, distance: number): Point;
}
