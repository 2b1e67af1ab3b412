import type { Document } from 'bson';
import type { IndexSpecification } from '../types.js';

/** An index whose keys are not the values of its fields. */
export interface SpecialIndex {
  readonly kind: 'text' | '2dsphere' | '2d' | 'hashed';
  keysOf(document: Document): { readonly keys: readonly Uint8Array[]; readonly arrays: readonly boolean[] };
}

export function specialIndexOf(_specification: IndexSpecification): SpecialIndex | undefined {
  return undefined;
}
