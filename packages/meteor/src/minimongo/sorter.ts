import type { IdMap } from '@bolide/meteor/id-map';
import { isPlainObject, ownProperty } from './values/bson-type.js';
import { compareValues } from './values/compare.js';
import { createLookup, expandArrays, type Lookup } from './values/lookup.js';

export type Comparator = (a: object, b: object) => number;

/** The distances of documents from the point of a $near, by `_id`. */
export type Distances = IdMap<unknown, number>;

interface SpecPart {
  readonly path: string;
  readonly parts: readonly string[];
  readonly ascending: boolean;
  readonly lookup: Lookup;
}

/** One value for each part of the specification. */
type SortKey = readonly unknown[];

/** A compiled sort specification: see SortSpecifier. */
export class Sorter {
  readonly _sortSpecParts: readonly SpecPart[];
  readonly _sortFunction: Comparator | null = null;

  /** @throws Error when the specification makes no sense. */
  constructor(spec: unknown) {
    if (typeof spec === 'function') this._sortFunction = spec as Comparator;
    this._sortSpecParts = readSpec(spec);
  }

  /** @param options.distances What to sort by if there is no specification. */
  getComparator(options: { distances?: Distances | null | undefined } = {}): Comparator {
    if (this._sortFunction) return this._sortFunction;
    const { distances } = options;
    if (this._sortSpecParts.length > 0) {
      return (a, b) => this._compareKeys(this._getMinKeyFromDoc(a), this._getMinKeyFromDoc(b));
    }
    if (!distances) return () => 0;
    return (a, b) => distanceOf(distances, a) - distanceOf(distances, b);
  }

  /** Sorts in place, working out the key of each document once. */
  sortDocuments<Doc extends object>(documents: Doc[], distances?: Distances | null): Doc[] {
    if (this._sortFunction || this._sortSpecParts.length === 0)
      return documents.sort(this.getComparator({ distances }));
    const keyed = documents.map((document) => ({ document, key: this._getMinKeyFromDoc(document) }));
    keyed.sort((a, b) => this._compareKeys(a.key, b.key));
    for (let i = 0; i < keyed.length; i++) documents[i] = (keyed[i] as { document: Doc }).document;
    return documents;
  }

  /** The paths that are sorted by. */
  _getPaths(): string[] {
    return this._sortSpecParts.map(({ path }) => path);
  }

  _compareKeys(a: SortKey, b: SortKey): number {
    for (let i = 0; i < this._sortSpecParts.length; i++) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return (this._sortSpecParts[i] as SpecPart).ascending ? order : -order;
    }
    return 0;
  }

  /**
   * The key by which a document is sorted: of those that the elements of its arrays give, the one that comes first. All
   * values of a key are from the same elements.
   */
  _getMinKeyFromDoc(document: object): SortKey {
    const values = this._sortSpecParts.map(({ parts }) => singleValue(document, parts));
    if (!values.includes(HAS_ARRAY)) return values;
    let least: SortKey | undefined;
    this._generateKeysFromDoc(document, (key) => {
      if (!least || this._compareKeys(key, least) < 0) least = key;
    });
    return least ?? [];
  }

  /** Calls back with all keys of a document. Throws if two fields go into different arrays. */
  _generateKeysFromDoc(document: object, callback: (key: SortKey) => void): void {
    if (this._sortSpecParts.length === 0) throw new Error("can't generate keys without a spec");
    const valuesByPart = this._sortSpecParts.map(({ lookup }) => valuesByIndices(lookup, document));
    const indices = valuesByPart.find((values) => !values.has(''));
    if (!indices) {
      callback(valuesByPart.map((values) => values.get('')));
      return;
    }
    for (const values of valuesByPart) {
      if (!values.has('') && (values.size !== indices.size || [...values.keys()].some((key) => !indices.has(key)))) {
        throw new Error('cannot index parallel arrays');
      }
    }
    for (const key of indices.keys()) {
      callback(valuesByPart.map((values) => (values.has('') ? values.get('') : values.get(key))));
    }
  }
}

const HAS_ARRAY = Symbol('array');

/** The value at a path that meets no array. */
function singleValue(document: object, parts: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of parts) {
    if (!isPlainObject(value)) return Array.isArray(value) ? HAS_ARRAY : undefined;
    value = ownProperty(value, part);
  }
  return Array.isArray(value) ? HAS_ARRAY : value;
}

/** The values at a path by the indices of the arrays that they are in: `''` for what is in none. */
function valuesByIndices(lookup: Lookup, document: object): Map<string, unknown> {
  // Arrays at the end of the path count by their elements only.
  const branches = expandArrays(lookup(document), true);
  if (branches.length === 0) return new Map([['', undefined]]);
  return new Map(branches.map(({ arrayIndices, value }) => [arrayIndices ? `${arrayIndices.join(',')},` : '', value]));
}

function distanceOf(distances: Distances, document: object): number {
  const id = (document as { _id?: unknown })._id;
  const distance = distances.get(id);
  if (distance === undefined) throw new Error(`Missing distance for ${id}`);
  return distance;
}

function readSpec(spec: unknown): SpecPart[] {
  if (typeof spec === 'function') return [];
  if (Array.isArray(spec)) {
    return spec.map((element) =>
      typeof element === 'string' ? createPart(element, 1) : createPart(element?.[0], element?.[1]),
    );
  }
  if (isPlainObject(spec)) return Object.entries(spec).map(([path, direction]) => createPart(path, direction));
  throw new Error(`Bad sort specification: ${JSON.stringify(spec)}`);
}

function createPart(path: unknown, direction: unknown): SpecPart {
  if (typeof path !== 'string' || path === '') throw new Error('sort keys must be non-empty');
  if (path.startsWith('$')) throw new Error(`unsupported sort key: ${path}`);
  return {
    path,
    parts: path.split('.'),
    ascending: !(direction === 'desc' || direction === 'descending' || Number(direction) < 0),
    lookup: createLookup(path, { forSort: true }),
  };
}
