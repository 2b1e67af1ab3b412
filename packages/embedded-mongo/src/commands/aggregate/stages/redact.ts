import type { Document } from 'bson';
import { setField } from '../../../engine/bson/decode.js';
import { isDocument } from '../../../engine/bson/value-type.js';
import { compileExpression } from '../../../engine/expression/compile-expression.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { mapping, type StageCompiler } from '../stage.js';

export const redact: StageCompiler = (argument, { variables, textOrder }) => {
  const decide = compileExpression(argument, {
    variables: { ...variables, DESCEND: 'descend', PRUNE: 'prune', KEEP: 'keep' },
    textOrder,
  });

  function visit(document: Document): Document | undefined {
    switch (decide(document)) {
      case 'keep':
        return document;
      case 'prune':
        return undefined;
      case 'descend':
        return visitFields(document);
      default:
        throw new MongoError(17053, '$redact must return $$DESCEND, $$PRUNE or $$KEEP');
    }
  }

  function visitFields(document: Document): Document {
    const kept: Document = {};
    for (const name of Object.keys(document)) {
      const value = visitValue(document[name]);
      if (value !== undefined) setField(kept, name, value);
    }
    return kept;
  }

  function visitValue(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(visitValue).filter((element) => element !== undefined);
    return isDocument(value) ? visit(value) : value;
  }

  return mapping(visit);
};
