import { type Document, Long } from 'bson';
import { setField } from '../../../engine/bson/decode.js';
import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { fieldOf } from '../../../engine/query/path.js';
import type { StageCompiler } from '../stage.js';
import { fieldName, fieldPath, onlyOptions } from '../stage-arguments.js';

const KNOWN = ['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'];

export const unwind: StageCompiler = (argument) => {
  const options = typeof argument === 'string' ? { path: argument } : argument;
  if (!isDocument(options)) {
    throw new MongoError(15981, 'expected either a string or an object as specification for $unwind stage');
  }
  onlyOptions('$unwind', options, KNOWN);
  if (options.path === undefined) throw new MongoError(28812, 'no path specified to $unwind stage');
  const names = fieldPath('$unwind', 'path', options.path, 28818).split('.');
  const keepsEmpty = options.preserveNullAndEmptyArrays ?? false;
  if (typeof keepsEmpty !== 'boolean') {
    throw new MongoError(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  }
  const indexName =
    options.includeArrayIndex === undefined
      ? undefined
      : fieldName('$unwind', 'includeArrayIndex', options.includeArrayIndex, 28822).split('.');

  function finish(document: Document, index: number | undefined): Document {
    return indexName ? withValue(document, indexName, index === undefined ? null : Long.fromNumber(index)) : document;
  }

  return function* (input) {
    for (const document of input) {
      if (!document) {
        yield undefined;
        continue;
      }
      const value = valueAt(document, names);
      if (Array.isArray(value) && value.length > 0) {
        for (const [index, element] of value.entries()) yield finish(withValue(document, names, element), index);
      } else if (!Array.isArray(value) && value !== undefined && value !== null) {
        yield finish(document, undefined);
      } else if (keepsEmpty) {
        yield finish(Array.isArray(value) ? withoutValue(document, names) : document, undefined);
      } else {
        yield undefined;
      }
    }
  };
};

function valueAt(document: Document, names: readonly string[]): unknown {
  let value: unknown = document;
  for (const name of names) {
    if (!isDocument(value)) return undefined;
    value = fieldOf(value, name);
  }
  return value;
}

function withValue(document: Document, names: readonly string[], value: unknown): Document {
  const [name, ...rest] = names as [string, ...string[]];
  const copy = { ...document };
  const inner = fieldOf(document, name);
  setField(copy, name, rest.length === 0 ? value : withValue(isDocument(inner) ? inner : {}, rest, value));
  return copy;
}

function withoutValue(document: Document, names: readonly string[]): Document {
  const [name, ...rest] = names as [string, ...string[]];
  const copy = { ...document };
  if (rest.length === 0) delete copy[name];
  else setField(copy, name, withoutValue(fieldOf(document, name) as Document, rest));
  return copy;
}
