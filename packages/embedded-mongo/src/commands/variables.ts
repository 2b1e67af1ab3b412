import type { Document } from 'bson';
import { compileExpression } from '../engine/expression/compile-expression.js';
import { MongoError } from '../engine/mongo-error.js';

/** The values of `let` (or `c`, `constants`): expressions that look at no document. */
export function readVariables(given: Document | undefined): Document | undefined {
  if (!given) return undefined;
  const values: Document = {};
  for (const [name, source] of Object.entries(given)) {
    if (!/^[a-z\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*$/.test(name)) {
      throw new MongoError(16867, `'${name}' is no valid name of a user variable`);
    }
    values[name] = compileExpression(source)({});
  }
  return values;
}
