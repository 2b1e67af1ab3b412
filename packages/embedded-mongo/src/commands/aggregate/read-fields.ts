import type { Document } from 'bson';
import { isDocument } from '../../engine/bson/value-type.js';
import { MongoError } from '../../engine/mongo-error.js';
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
