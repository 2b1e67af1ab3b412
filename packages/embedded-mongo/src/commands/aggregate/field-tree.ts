import type { Document } from 'bson';
import { setField } from '../../engine/bson/decode.js';
import { isDocument } from '../../engine/bson/value-type.js';
import { MongoError } from '../../engine/mongo-error.js';
import type { Evaluate } from './expression.js';

/** What becomes of a field. */
export type FieldRule =
  | { readonly kind: 'exclude' }
  | { readonly kind: 'compute'; readonly evaluate: Evaluate }
  | FieldTree;

/** Rules for the fields of a document, and for those of the documents in it. */
export class FieldTree {
  readonly kind = 'nested';
  readonly rules = new Map<string, FieldRule>();

  /** @throws MongoError 31249, 31250 if two paths are in each other's way */
  add(path: string, rule: FieldRule): void {
    const names = path.split('.');
    if (names.includes('')) {
      throw new MongoError(
        names.length > 1 ? 15998 : 40352,
        `FieldPath field names may not be empty strings: '${path}'`,
      );
    }
    let tree: FieldTree = this;
    for (const name of names.slice(0, -1)) {
      const next = tree.rules.get(name) ?? new FieldTree();
      if (next.kind !== 'nested') throw collision(path);
      tree.rules.set(name, next);
      tree = next;
    }
    const last = names.at(-1) as string;
    const existing = tree.rules.get(last);
    if (!existing) tree.rules.set(last, rule);
    else if (existing.kind === 'nested' && rule.kind === 'nested') {
      for (const [name, inner] of rule.rules) existing.add(name, inner);
    } else throw collision(path);
  }
}

function collision(path: string): MongoError {
  return new MongoError(31250, `Invalid $project :: caused by :: Path collision at ${path}`);
}

/** Leaves out the fields that are excluded. */
export function removeFields(tree: FieldTree, document: Document): Document {
  const kept: Document = {};
  for (const name of Object.keys(document)) {
    const rule = tree.rules.get(name);
    if (!rule) setField(kept, name, document[name]);
    else if (rule.kind === 'nested') setField(kept, name, removeNested(rule, document[name]));
  }
  return kept;
}

function removeNested(tree: FieldTree, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => removeNested(tree, element));
  return isDocument(value) ? removeFields(tree, value) : value;
}

/** Adds computed fields, or puts them in the place of those that are there. */
export function addFields(tree: FieldTree, document: Document, root: Document): Document {
  const changed: Document = { ...document };
  for (const [name, rule] of tree.rules) {
    if (rule.kind === 'nested') {
      setField(changed, name, addNested(rule, Object.hasOwn(document, name) ? document[name] : undefined, root));
    } else if (rule.kind === 'compute') {
      const value = rule.evaluate(root);
      if (value === undefined) delete changed[name];
      else setField(changed, name, value);
    }
  }
  return changed;
}

function addNested(tree: FieldTree, value: unknown, root: Document): unknown {
  if (Array.isArray(value)) return value.map((element) => addNested(tree, element, root));
  return addFields(tree, isDocument(value) ? value : {}, root);
}
