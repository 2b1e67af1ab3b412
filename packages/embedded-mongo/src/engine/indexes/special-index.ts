import type { Document } from 'bson';
import type { TextFields } from '../query/text/text-query.js';
import type { IndexSpecification } from '../types.js';
import { geoIndex } from './geo-index.js';
import { textIndex } from './text-index.js';

/** An index whose keys are not the values of its fields. */
export interface SpecialIndex {
  readonly kind: 'text' | 'geo';
  keysOf(document: Document): { readonly keys: readonly Uint8Array[]; readonly arrays: readonly boolean[] };
  /** Of a text index. */
  readonly textFields?: TextFields;
  /** Of a geographic one: the fields with geometries. */
  readonly geoPaths?: readonly string[];
}

export function specialIndexOf(specification: IndexSpecification): SpecialIndex | undefined {
  const kinds = Object.values(specification.key);
  if (kinds.includes('text')) return textIndex(specification);
  if (kinds.includes('2dsphere') || kinds.includes('2d')) return geoIndex(specification);
  return undefined;
}
