import type { Document } from 'bson';
import { FieldSet } from '../bson/decode.js';
import { FilterContext } from './filter-context.js';
import type { DocumentTest, FilterNode } from './filter-node.js';
import type { NearQuery } from './geo/near-query.js';
import { parseFilter } from './parse-filter.js';
import type { FilterSettings } from './predicate.js';
import type { TextQuery } from './text/text-query.js';

export interface CompiledFilter {
  readonly node: FilterNode;
  readonly matches: DocumentTest;
  /** Every document passes. */
  readonly isEmpty: boolean;
  /** The top-level fields that it looks at; `undefined` if it needs the whole document. */
  readonly fields: FieldSet | undefined;
  readonly near: NearQuery | undefined;
  readonly text: TextQuery | undefined;
}

const NO_SETTINGS: FilterSettings = { textOrder: undefined, variables: undefined };

/** @throws MongoError for filters that MongoDB refuses, with its codes */
export function compileFilter(filter: Document, settings: FilterSettings = NO_SETTINGS): CompiledFilter {
  const context = new FilterContext(settings);
  const node = parseFilter(filter, context);
  const { fields, wholeDocument, near, text } = context.gathered;
  return {
    node,
    matches: node.matches,
    isEmpty: node.kind === 'and' && node.children.length === 0,
    fields: wholeDocument ? undefined : new FieldSet(fields),
    near,
    text,
  };
}
