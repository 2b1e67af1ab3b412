import type { Document } from 'bson';
import { FieldSet } from '../bson/decode.js';
import { type Collation, compileCollation } from '../collation/collation.js';
import { type CompiledFilter, compileFilter } from '../query/compile-filter.js';
import { asNumber } from '../query/predicates/integer-operand.js';
import type { IndexEntry } from '../storage/catalog-entry.js';
import type { IndexSpecification } from '../types.js';
import { KeyExtractor, type KeyPart } from './index-keys.js';
import { type SpecialIndex, specialIndexOf } from './special-index.js';

/** A secondary index, ready to make keys. */
export interface IndexDefinition {
  readonly entry: IndexEntry;
  readonly specification: IndexSpecification;
  readonly name: string;
  /** Its table: key `k`, record number `r`. */
  readonly table: string;
  readonly parts: readonly KeyPart[];
  readonly extractor: KeyExtractor;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: CompiledFilter | undefined;
  readonly collation: Collation | undefined;
  /** Makes other keys than the values of its fields: text, 2dsphere, hashed. */
  readonly special: SpecialIndex | undefined;
  /** The top-level fields of documents that it needs; `undefined`: all. */
  readonly fields: FieldSet | undefined;
}

export function defineIndex(entry: IndexEntry, table: string): IndexDefinition {
  const { specification } = entry;
  const special = specialIndexOf(specification);
  const parts = Object.entries(specification.key as Document).map(
    ([path, direction]): KeyPart => ({
      path,
      direction: (asNumber(direction) ?? 1) < 0 ? -1 : 1,
    }),
  );
  const partial = specification.partialFilterExpression
    ? compileFilter(specification.partialFilterExpression)
    : undefined;
  const collation = compileCollation(specification.collation);
  return {
    entry,
    specification,
    name: specification.name,
    table,
    parts,
    extractor: new KeyExtractor(parts, collation?.fold),
    unique: specification.unique === true,
    sparse: specification.sparse === true,
    partial,
    collation,
    special,
    fields: fieldsOf(parts, partial, special),
  };
}

function fieldsOf(
  parts: readonly KeyPart[],
  partial: CompiledFilter | undefined,
  special: SpecialIndex | undefined,
): FieldSet | undefined {
  if (special || (partial && !partial.fields)) return undefined;
  return new FieldSet([...parts.map(({ path }) => path.split('.', 1)[0] as string), ...(partial?.fields?.names ?? [])]);
}

/** The keys that an index has for a document; none if the document does not belong in it. */
export function indexKeysOf(
  index: IndexDefinition,
  document: Document,
): { readonly keys: readonly Uint8Array[]; readonly arrays: readonly boolean[] } {
  if (index.partial && !index.partial.matches(document)) return NONE;
  if (index.special) return index.special.keysOf(document);
  const extracted = index.extractor.keysOf(document);
  return index.sparse && extracted.isMissing ? NONE : extracted;
}

const NONE = { keys: [], arrays: [] };
