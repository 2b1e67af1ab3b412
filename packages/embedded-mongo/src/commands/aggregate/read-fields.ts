import type { Document } from 'bson';
import { isDocument } from '../../engine/bson/value-type.js';
import { MongoError } from '../../engine/mongo-error.js';
import { toNumber } from '../arguments.js';
import { expression } from './expression.js';
import { FieldTree } from './field-tree.js';
import type { PipelineContext } from './stage.js';

/** Reads the argument of `$addFields`: every leaf is an expression. */
export function readComputedFields(fields: Document, context: PipelineContext): FieldTree {
  const tree = new FieldTree();
  for (const [path, value] of Object.entries(fields)) {
    checkName(path);
    tree.add(path, isNested(value) ? readComputedFields(value, context) : computed(value, context));
  }
  return tree;
}

/** The argument of `$project`, as what it keeps or what it leaves out. */
export interface ProjectedFields {
  readonly tree: FieldTree;
  readonly kind: 'keep' | 'remove';
}

/** @throws MongoError 31253, 31254 if it both keeps and leaves out */
export function readProjectedFields(fields: Document, context: PipelineContext): ProjectedFields {
  const tree = new FieldTree();
  const seen: Seen = { includes: undefined, excludes: undefined };
  addProjected(fields, tree, '', context, seen);
  const id = tree.rules.get('_id');
  const kind =
    seen.includes === undefined && (seen.excludes !== undefined || id?.kind === 'exclude') ? 'remove' : 'keep';
  if (kind === 'keep') {
    if (id?.kind === 'exclude') tree.rules.delete('_id');
    else if (!id) tree.rules.set('_id', { kind: 'include' });
  } else if (id?.kind === 'include') {
    // `{ _id: 1, a: 0 }`: keeping it is what happens anyway.
    tree.rules.delete('_id');
  }
  return { tree, kind };
}

interface Seen {
  includes: string | undefined;
  excludes: string | undefined;
}

function addProjected(fields: Document, tree: FieldTree, prefix: string, context: PipelineContext, seen: Seen): void {
  for (const [name, value] of Object.entries(fields)) {
    checkName(name);
    const path = prefix + name;
    const flag = asFlag(value);
    if (flag === undefined && isNested(value)) {
      if (Object.keys(value).length === 0) {
        throw new MongoError(
          51270,
          `An empty sub-projection is not a valid value. Found empty object at path '${path}'`,
        );
      }
      const inner = new FieldTree();
      addProjected(value, inner, `${path}.`, context, seen);
      tree.add(name, inner);
      continue;
    }
    const excludes = flag === false;
    // `_id` may be left out of, or kept by, either kind.
    if (path !== '_id' || flag === undefined) note(seen, excludes, path);
    tree.add(name, excludes ? { kind: 'exclude' } : flag ? { kind: 'include' } : computed(value, context));
  }
}

function note(seen: Seen, excludes: boolean, path: string): void {
  if (excludes) seen.excludes ??= path;
  else seen.includes ??= path;
  if (seen.includes === undefined || seen.excludes === undefined) return;
  throw excludes
    ? new MongoError(
        31254,
        `Invalid $project :: caused by :: Cannot do exclusion on field ${path} in inclusion projection`,
      )
    : new MongoError(
        31253,
        `Invalid $project :: caused by :: Cannot do inclusion on field ${path} in exclusion projection`,
      );
}

/** `1`, `true` and `0`, `false` of any numeric type; `undefined` for anything else. */
function asFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const number = toNumber(value);
  return number === undefined ? undefined : number !== 0;
}

function computed(
  value: unknown,
  context: PipelineContext,
): { kind: 'compute'; evaluate: (document: Document) => unknown } {
  return { kind: 'compute', evaluate: expression(value, context) };
}

/** A document that groups fields, and is no expression. */
function isNested(value: unknown): value is Document {
  return isDocument(value) && !Object.keys(value)[0]?.startsWith('$');
}

function checkName(name: string): void {
  if (name.startsWith('$')) {
    throw new MongoError(
      16410,
      `FieldPath field names may not start with '$'. Consider using $getField or $setField. Found: '${name}'`,
    );
  }
  if (name.includes('\0')) throw new MongoError(16411, 'FieldPath field names may not contain null bytes');
}
