import type { Document } from 'bson';
import type { KeyPart } from '../indexes/index-keys.js';
import type { FilterNode } from '../query/filter-node.js';
import type { NearQuery } from '../query/geo/near-query.js';

/** What a plan needs to know of an index, be it that of `_id` or another. */
export interface PlannedIndex {
  readonly name: string;
  readonly keyPattern: Document;
  readonly parts: readonly KeyPart[];
  /** The table with key `k` and record number `r`; that of the documents for the index of `_id`. */
  readonly table: string;
  readonly isId: boolean;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly isPartial: boolean;
  /** Positions of the parts at which some document has an array. */
  readonly multikey: readonly number[];
}

/** Keys from `start` on, up to and without `end`. */
export interface KeyRange {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** How documents are found; what is left to test and to sort comes on top. */
export type ScanPlan =
  | { readonly kind: 'collection'; readonly direction: 1 | -1 }
  | {
      readonly kind: 'index';
      readonly index: PlannedIndex;
      /** In ascending order, without overlaps. */
      readonly ranges: readonly KeyRange[];
      readonly direction: 1 | -1;
      /** For `explain`. */
      readonly bounds: Document;
      /** A document may be found more than once. */
      readonly repeats: boolean;
      readonly stage?: 'TEXT_MATCH';
    }
  | { readonly kind: 'or'; readonly branches: readonly BranchPlan[] }
  | { readonly kind: 'near'; readonly index: PlannedIndex; readonly near: NearQuery };

export interface BranchPlan {
  readonly scan: ScanPlan;
  readonly residual: FilterNode | undefined;
}

export interface Plan extends BranchPlan {
  /** Documents come in the order that was asked for. */
  readonly sorted: boolean;
}
