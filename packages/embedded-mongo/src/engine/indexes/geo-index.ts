import type { Document } from 'bson';
import { describeValue } from '../bson/describe-value.js';
import { valueAtPath } from '../expression/field-path.js';
import { MongoError } from '../mongo-error.js';
import type { KeyRange } from '../planner/scan-plan.js';
import { type CellRange, cellOf, cellRanges } from '../query/geo/cells.js';
import { checkOnEarth, positionsOf, readShape, type Shape } from '../query/geo/geometry.js';
import type { Box } from '../query/geo/sphere.js';
import type { IndexSpecification } from '../types.js';
import type { SpecialIndex } from './special-index.js';

/** Of lines and areas, which are not in one cell: a search looks at all of them. */
const SPREAD = Uint8Array.of(0x10);
const CELL = 0x20;

/** An index of the cells in which the points of some fields are. */
export function geoIndex(specification: IndexSpecification): SpecialIndex {
  const geoPaths = Object.entries(specification.key as Document).flatMap(([path, kind]) =>
    kind === '2dsphere' || kind === '2d' ? [path] : [],
  );
  const onEarth = Object.values(specification.key).includes('2dsphere');
  return {
    kind: 'geo',
    geoPaths,
    keysOf: (document) => {
      const keys = new Map<string, Uint8Array>();
      for (const path of geoPaths) {
        for (const shape of shapesOf(valueAtPath(document, path.split('.')), path, onEarth)) {
          const key = keyOfShape(shape);
          keys.set(Buffer.from(key).toString('latin1'), key);
        }
      }
      return { keys: [...keys.values()], arrays: [] };
    },
  };
}

function shapesOf(value: unknown, path: string, onEarth: boolean): Shape[] {
  if (value === undefined || value === null) return [];
  const shape = readShape(value);
  if (!shape) {
    if (Array.isArray(value)) return value.flatMap((element) => shapesOf(element, path, onEarth));
    throw new MongoError(16755, `Can't extract geo keys: ${path}: ${describeValue(value)}`);
  }
  if (onEarth) for (const [x, y] of positionsOf(shape)) checkOnEarth(x, y);
  return [shape];
}

function keyOfShape({ points, lines, polygons }: Shape): Uint8Array {
  const [point] = points;
  return point && points.length === 1 && lines.length === 0 && polygons.length === 0 ? cellKey(cellOf(point)) : SPREAD;
}

function cellKey(cell: number): Uint8Array {
  return Uint8Array.of(CELL, cell >>> 24, (cell >>> 16) & 0xff, (cell >>> 8) & 0xff, cell & 0xff);
}

/** Where in an index everything is that has a point in one of the boxes. */
export function geoRanges(boxes: readonly Box[]): KeyRange[] {
  return [spreadRange(), ...cellRanges(boxes).map(rangeOfCells)];
}

function spreadRange(): KeyRange {
  return { start: SPREAD, end: Uint8Array.of(CELL) };
}

function rangeOfCells({ first, last }: CellRange): KeyRange {
  return { start: cellKey(first), end: Uint8Array.from([...cellKey(last), 0xff]) };
}
