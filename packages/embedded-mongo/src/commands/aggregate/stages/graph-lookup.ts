import { type Document, Long } from 'bson';
import { isDocument } from '../../../engine/bson/value-type.js';
import { MongoError } from '../../../engine/mongo-error.js';
import { valuesAtPath } from '../../values-at-path.js';
import { expression } from '../expression.js';
import { readCollection } from '../read-collection.js';
import { collectionNamed, type StageCompiler } from '../stage.js';
import { documentArgument, fieldName, onlyOptions, wholeNumberArgument } from '../stage-arguments.js';
import { valueKey } from '../value-key.js';
import { withField } from './lookup.js';

const KNOWN = [
  'from',
  'startWith',
  'connectFromField',
  'connectToField',
  'as',
  'maxDepth',
  'depthField',
  'restrictSearchWithMatch',
];
const MAX_FOUND = 100_000;

export const graphLookup: StageCompiler = (argument, context) => {
  const options = documentArgument('$graphLookup', argument, 40327);
  onlyOptions('$graphLookup', options, KNOWN);
  const from = fieldName('$graphLookup', 'from', options.from, 40103);
  const connectFrom = fieldName('$graphLookup', 'connectFromField', options.connectFromField, 40103).split('.');
  const connectTo = fieldName('$graphLookup', 'connectToField', options.connectToField, 40103);
  const as = fieldName('$graphLookup', 'as', options.as, 40103);
  if (options.startWith === undefined) throw new MongoError(40105, '$graphLookup requires startWith');
  const startWith = expression(options.startWith, context);
  const maxDepth =
    options.maxDepth === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumberArgument('$graphLookup', options.maxDepth, 0, 40100);
  const depthField =
    options.depthField === undefined ? undefined : fieldName('$graphLookup', 'depthField', options.depthField, 40103);
  const restriction = options.restrictSearchWithMatch ?? {};
  if (!isDocument(restriction))
    throw new MongoError(40185, '$graphLookup argument restrictSearchWithMatch must be an object');

  return function* (input) {
    const collection = collectionNamed(from, context);
    for (const document of input) {
      yield undefined;
      if (!document) continue;
      const found = new Map<string, Document>();
      const asked = new Set<string>();
      const start = startWith(document) ?? null;
      let frontier: unknown[] = Array.isArray(start) ? start : [start];
      for (let depth = 0; frontier.length > 0 && depth <= maxDepth; depth++) {
        const next: unknown[] = [];
        const values = frontier.filter((value) => isNew(asked, valueKey(value)));
        if (values.length === 0) break;
        const filter = { $and: [restriction, { [connectTo]: { $in: values } }] };
        for (const each of readCollection(collection, { filter }, context.transaction)) {
          yield undefined;
          if (!each) continue;
          const key = valueKey(each._id);
          if (found.has(key)) continue;
          if (found.size >= MAX_FOUND) throw new MongoError(40099, '$graphLookup reached maximum memory consumption');
          found.set(key, depthField === undefined ? each : withField(each, depthField, Long.fromNumber(depth)));
          for (const value of valuesAtPath(each, connectFrom)) next.push(value);
        }
        frontier = next;
      }
      yield withField(document, as, [...found.values()]);
    }
  };
};

function isNew(set: Set<string>, key: string): boolean {
  if (set.has(key)) return false;
  set.add(key);
  return true;
}
