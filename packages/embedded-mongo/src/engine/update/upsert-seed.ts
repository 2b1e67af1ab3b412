import type { Document } from 'bson';
import { copyValue } from '../bson/copy-value.js';
import { setField } from '../bson/decode.js';
import { isDocument } from '../bson/value-type.js';
import { MongoError } from '../mongo-error.js';
import type { FilterNode } from '../query/filter-node.js';
import { fieldOf } from '../query/path.js';

/**
 * What an upsert begins with: the values that the filter demands fields to equal.
 * @throws MongoError 54 NotSingleValueField if it demands two of one field
 */
export function seedFromFilter(node: FilterNode): Document {
  const document: Document = {};
  for (const { path, value } of equalities(node)) place(document, path, value);
  return document;
}

function* equalities(node: FilterNode): Generator<{ path: string; value: unknown }> {
  if (node.kind === 'field') {
    const { operator, operand } = node.test;
    if (operator === '$eq') yield { path: node.path, value: operand };
    else if (operator === '$in' && Array.isArray(operand) && operand.length === 1) {
      yield { path: node.path, value: operand[0] };
    }
  } else if (node.kind === 'and' || (node.kind === 'or' && node.children.length === 1)) {
    for (const child of node.children) yield* equalities(child);
  }
}

function place(document: Document, path: string, value: unknown): void {
  const parts = path.split('.');
  const last = parts.pop() as string;
  let holder = document;
  for (const part of parts) {
    const next = fieldOf(holder, part);
    if (next === undefined) {
      const made: Document = {};
      setField(holder, part, made);
      holder = made;
    } else if (isDocument(next)) {
      holder = next;
    } else {
      throw conflict(path);
    }
  }
  if (Object.hasOwn(holder, last)) throw conflict(path);
  setField(holder, last, copyValue(value));
}

function conflict(path: string): MongoError {
  return new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
}
