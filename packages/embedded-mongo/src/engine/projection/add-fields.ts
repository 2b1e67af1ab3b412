import type { Document } from 'bson';
import { isDocument } from '../bson/value-type.js';
import { compileExpression, type ExpressionSettings } from '../expression/compile-expression.js';
import { parseFieldPath } from '../expression/field-path.js';
import { MongoError } from '../mongo-error.js';
import { ProjectionNode } from './projection-node.js';

/** `$addFields`: sets fields to what expressions give, keeps all others. */
export function compileAddFields(fields: unknown, settings: ExpressionSettings): (document: Document) => Document {
  if (!isDocument(fields)) {
    throw new MongoError(40272, `$addFields specification stage must be an object, got ${typeof fields}`);
  }
  const root = new ProjectionNode();
  for (const path of Object.keys(fields)) place(root, path, fields[path], settings);
  return (document) => root.apply(document, 'add', document);
}

function place(node: ProjectionNode, path: string, value: unknown, settings: ExpressionSettings): void {
  const parts = parseFieldPath(path);
  const name = parts.pop() as string;
  let holder = node;
  for (const part of parts) {
    if (holder.computed.has(part)) throw collision(path);
    holder = holder.child(part);
  }
  if (holder.computed.has(name) || holder.children.has(name)) throw collision(path);
  // Fields of a plain document are set one by one beside those that are there.
  if (isDocument(value) && Object.keys(value).length > 0 && !Object.keys(value)[0]?.startsWith('$')) {
    for (const inner of Object.keys(value)) place(holder.child(name), inner, value[inner], settings);
  } else {
    holder.computed.set(name, compileExpression(value, settings));
  }
}

function collision(path: string): MongoError {
  return new MongoError(
    40176,
    `specification contains two conflicting paths. Cannot specify both '${path}' and part of it`,
  );
}
